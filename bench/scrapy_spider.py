"""Scrapy over the same site by the same rules: fetch and link extraction only, nothing stored.

`tuned` extracts links the way Weft does (selectolax, raw hrefs looked up before they are resolved); `usual` is the
LinkExtractor every tutorial shows.
"""

from __future__ import annotations

import sys
from urllib.parse import urldefrag

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from selectolax.lexbor import LexborHTMLParser

SETTINGS = {
    "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
    "DEPTH_PRIORITY": 1,
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}


class Forum(scrapy.Spider):
    """Breadth first over one host."""

    name = "forum"

    def __init__(self, start: str, *, tuned: bool) -> None:
        super().__init__()
        self.start_urls = [start]
        self.allowed_domains = ["127.0.0.1"]
        self.tuned = tuned
        self.pages = 0
        self.known: set[str] = set()
        self.extractor = LinkExtractor()

    def parse(self, response, **_kwargs):
        """Count the page and follow its links."""
        self.pages += 1
        if self.tuned:
            for node in LexborHTMLParser(response.body).css("a[href]"):
                attributes = node.attributes
                href = attributes["href"] or ""
                if href in self.known or href.startswith("#"):
                    continue
                if "nofollow" not in (attributes.get("rel") or ""):
                    self.known.add(href)
                    yield response.follow(urldefrag(href)[0], self.parse)
        else:
            for link in self.extractor.extract_links(response):
                if not link.nofollow:
                    yield response.follow(link, self.parse)


def main() -> None:
    """Crawl and print the number of pages."""
    process = CrawlerProcess(SETTINGS)
    crawler = process.create_crawler(Forum)
    process.crawl(crawler, start=sys.argv[1], tuned=sys.argv[2] == "tuned")
    process.start()
    print(crawler.spider.pages)


if __name__ == "__main__":
    main()
