"""The text around the tables of the refresh experiments; a line {{name}} stands for a table and its figure."""

REFRESH_TEXT = """\
# Staying fresh: the policies side by side
Written by `weft evaluate refresh`. After the first crawl a forum lives on; a policy decides which page to fetch next,
one request at a time, a day's requests spread evenly over the day. An interval is a day divided by the budget.

How it is simulated: the forum answers with records instead of HTML (`simulate.PulseSite`), and only with what the
page asked for shows at that moment: a page of a thread its posts' times, a page of a board some rows with replies and
last post, the entry a row a board. Every request takes an interval, whatever it brings.

- utilisation: share of requests that brought a new post, or a row of a thread or board not known before (equation 4).
- coverage: posts in the archive at the end against posts on the forum (equation 5).
- mean delay (timeliness, equation 6): from the writing of a post to its fetching, of posts written since the start and
  fetched. The second mean counts posts never fetched, too, as if fetched at the very end: a policy that does not find
  what is hard to find is not quicker for that.
- openings and replies: first posts of threads, which index lists bring, and all others, which post lists bring.

The policies: `round-robin`, every page in turn. `bound-based` and `curve-fitting`, page-wise, by information longevity
(Olston & Pandey 2008); new pages first, the utility threshold floats so that the budget is used, the condition for
shorter periods is relaxed as paper 003 says. `lws` and `lws+bc`, paper 003's list-wise strategy without and with
bandwidth control; its table of features is lost in our copy and rebuilt from its text, the regression works on
logarithms of times, and threads whose next post never came count with their silence so far. `weft`, the default:
lists that tell of others say what has changed, and are believed as far as they prove right. `oracle` is told of every
post as it is written, and bounds what anybody can reach.

## Paper 003's year of 18 forums
The paper gives 3,000 requests a day to each of 18 forums for a year. Its table of them is lost in our copy; these have
nearly its number of posts (5.2 of 5.4 M), of pages (0.85 of 0.99 M) and its mean age (4.08 years). That the smallest
has a twentieth of the posts of the largest is our own choice, and they grow as a real forum did: gaps between posts,
lengths of threads, hours of the day. With `--scale 0.2 --budget 600` threads, boards and budget are a fifth of that:
every list gets as many requests as at full size, but an interval is 144 seconds instead of 28.8. So delays of policies
that visit lists in turn compare with the paper's in minutes, those of `weft` and the oracle in intervals. All crawlers
start at the entry with an empty archive on 2006-01-01; the paper compares the last 90 days of the year.

{{year}}
The paper: lws+bc 65 minutes, curve-fitting 165, bound-based 170. The order of list-wise and page-wise policies is the
same, the times are longer, and the distance is larger. Two things make the difference. The real forum whose growth is
used has threads that are revived: a tenth of them after silences of more than a month. A post that ends such a silence
waits for days under all of the papers' policies, and its followers with it: under lws+bc a tenth of the posts makes
five sixths of the mean, the medians tell of the others. And the larger a forum is for its budget, the longer page-wise
policies take to learn which of its pages are dead: the three largest end with 20,000 to 24,000 pages here, five weeks
of requests and more for one look at each, and make two thirds of the mean over all posts. The mean of forums counts all
forums alike.

`weft` has all old posts after ten weeks, the others after six: it gives new posts what they need first. That the curves
of the papers' policies fall in the last weeks is no learning: posts that nobody had fetched at the end of the year are
in no mean.

## A real forum's growth replayed
The posting times of a real forum (Urho3D: 36,990 posts, 5,046 threads, 11 boards in nearly nine years), from its first
post on, at four budgets. The file is not part of Weft; any CSV with the columns board, thread and time will do.

{{growth}}
## Lists that hide things, do not bump, or lie
Three of the 18 forums at full size (60, 90 and 130 posts a day), the archive complete at the start;
3 % of the posts are edited (after an hour in the median) and 1 % deleted (after six). Noticed: within a week.
Where rows show ages, pages of threads do too, and times of the archive are as coarse as ages are.

{{cases}}
What `weft` does in each case it finds out by itself. Ages are told from times because unchanged rows move with the
clock. Replies that do not move threads show in the order of rows against their threads' last posts; then further pages
of a board are searched when it is told to have more posts than its first page explains, and polled where nothing tells.
Posts that a look should have shown and did not are counted; threads are polled by their own rate in proportion. Where
nothing tells anything, what is left is the rate of each thread by its silence and tempo, learned on the site. Boards
below other boards that the entry leaves out are told by the board above, which is then looked at by their rates.
In none of these cases posts come later than with lws+bc. Of edits and deletions it notices as many, or more, but for
one case where the difference is within chance (some 300 changes in all).
The oracle is told of new posts only, and notices what happens to stand on the pages it fetches for them.

## The whole program over HTTP
`python -m bench.watch_week`: a simulated forum is served by a process of its own whose clock runs 2,000 times as fast
as ours; what `weft watch` runs is another process with the same clock, killed with SIGKILL at five random moments of
the week and started again. What the forum shows, what the archive holds and what the server has noted are compared in
the end. One run each, on two busy cores; a restart costs the watch an hour or more of the forum's time, which is most
of the mean delay.

| | evenly, true entity tags | hourly bursts, tags that lie, many changes |
| --- | ---: | ---: |
| posts of the week, missed, stored twice | 357, 0, 0 | 342, 0, 0 |
| requests allowed a day, most on any day | 400, 392 | 400, 400 |
| requests, of them answered 304 | 2,762, 660 | 2,881, 1 |
| requests that came too soon for the delay | 0 | 0 |
| posts edited, noticed by the end of the week | 6, 5 | 42, 36 |
| posts deleted, noticed; called gone and still there | 3, 3; 0 | 19, 16; 0 |
| mean delay, minutes | 15 | 20 |

Lists and threads that nobody says have changed are asked for with the validators of their last answer (ETag,
Last-Modified). One answer "not modified" in twenty, the first one included, is checked at once by a request without:
where rows had changed before, the site lies, and nothing is conditional any more. Feeds are always asked for
in full; without them the mean delays of the two weeks were 30 and 24 minutes.

A request counts against the day's budget before it is sent, retries and robots.txt too, and in the archive, so that a
kill gives nothing back. Posts are called gone at the second look that misses them where they must be.

## What a decision costs
`python -m bench.refresh`: with a million lists `weft` takes 0.05 to 0.10 ms to choose and 0.07 to 0.14 ms to learn from
the answer (mean of 20,000 decisions; the longest choice 1.2 ms), and 650 MiB; with ten thousand lists 0.01 and 0.02 ms.

## Feeds and sitemaps
Up to two feeds that the entry offers and two sitemaps that robots.txt names are lists like boards: looked at by their
own rate, believed as far as they prove right, left alone for good when half of their items lead to no thread the plan
knows (permalinks of posts, articles). What a feed can bring shows the case with a page of recent posts: 1.1 instead of
1.3 minutes. Indexes of sitemaps are not followed.
"""
