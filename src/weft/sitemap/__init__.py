"""The map of a site: sampling order, layouts, URL formats, kinds of pages and of links between them. Pure."""

from weft.sitemap._draw import draw_sitemap
from weft.sitemap._formats import FormatBook, UrlFormat, learn_formats
from weft.sitemap._graph import Arc, Sitemap, Vertex
from weft.sitemap._layout import Layouts, find_layouts
from weft.sitemap._queue import SamplingQueue
from weft.sitemap._shape import Shape
from weft.sitemap._survey import SampledPage, SeenLink, Survey, SurveyedPage, survey_pages

__all__ = [
    "Arc",
    "FormatBook",
    "Layouts",
    "SampledPage",
    "SamplingQueue",
    "SeenLink",
    "Shape",
    "Sitemap",
    "Survey",
    "SurveyedPage",
    "UrlFormat",
    "Vertex",
    "draw_sitemap",
    "find_layouts",
    "learn_formats",
    "survey_pages",
]
