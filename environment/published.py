"""Tables and figures of the papers that hold results, and where a notebook shows ours. A list; reproduction.py reads it, by the rules of
docs/reproduction-rules.md. A paper whose numbers are data (tables/ppgnn.csv, dpggan.csv) needs no item: its notebooks give every cell with its verdict.

An item names its notebook and a regular expression that finds the title of one or more tables, or of a figure. What it says of them:

    kind     "compare": published and ours stand in columns of the table; "shown": ours is there, and is not counted
    sort     "size" or "formula" where no training is compared
    pairs    the columns to compare, published then ours; ("published", "ours") where nothing is said
    only     keeps the cells with this word among their keys
    unit     "points" of a percentage (`times` 100 where a table has fractions), "%" of the published value, or another word
    within   how far a cell may be off and still count as within, in that unit
    of       how many cells the published table has, where the notebook's table does not repeat all of them
    absent   how many of the cells that were not run wait for the `missing` files; all where nothing is said
    missing  which files are not at hand, where that is why cells were run on stand-ins or not at all
    left     in one sentence why other cells were not run
    blind    (notebook, title, row or column): where the score of an answer that is blind to the input stands, a data set at a time
    least    the same for the least score that such an answer has: a published accuracy below it is contradicted by arithmetic
    set      the data set, where the same rows are published for several
    again    the same published numbers as the first item of this name and set above, counted no second time: "as the released code runs"
             (a column of its own), "another reading", or "exploration" (chosen by the published numbers or the test data, or run
             on missed cells alone)
    note     what a reader has to know; no numbers of ours belong here, they come from the notebooks
"""

HETER = "Preserving Node-level Privacy in Graph Neural Networks"
WALKS = "Training Differentially Private Graph Neural Networks with Random Walk Sampling"
TEXT = "Privacy-Preserving Graph Convolutional Networks for Text Classification"
PARTIES = "Privacy-Preserving Graph Neural Network for Node Classification"
GENERATION = "Secure Deep Graph Generation with Link Differential Privacy"

# What the front page says of each paper.
PAPERS = {
    HETER: dict(protects="a node with its edges", notebooks="10 to 13"),
    WALKS: dict(protects="features of a node", notebooks="20, 20b, 21"),
    TEXT: dict(protects="claimed: a document; proved: any change of the graph, at twice the sensitivity", notebooks="30, 30b, 31, 32"),
    PARTIES: dict(protects="features and edges of a party, computationally", notebooks="40, 40b, 41"),
    GENERATION: dict(protects="an edge", notebooks="50, 50b, 51, 52"),
}

NO_NUMBERS = "a plot without numbers"
RELEASED, READING, TRIED = "as the released code runs", "another reading", "exploration"
THOUSANDS = dict(unit="thousand", times=0.001, within=1)
PERCENT = dict(unit="points", times=1, within=3)
REDDIT = "Reddit's 114 million edges"
BASELINES = "ours are our own implementations"
STRANGERS = "test nodes without a neighbour read strangers; no part of the method"
STANDARDISED = "features standardised by the mean and deviation of all nodes, which leaks, and strangers in the test, both as in the released code; " \
               "run on cells alone that were missed otherwise"
LARGEST = ("10", "^GAP's hops: what else was tried", "the largest class for all")
RAREST = ("10", "^published rows of Tables II to IV", "rarest class")

ITEMS = [
    # ---- HeterPoisson
    dict(paper=HETER, item="Table I", what="data sets", notebook="10", find="^Table I: the data", kind="compare", sort="size", of=10, missing=REDDIT,
         **THOUSANDS),
    dict(paper=HETER, item="Table I", what="a loop at every node", notebook="10", find="^Table I, a loop", kind="compare", again=READING, **THOUSANDS,
         note="meets Twitch's edges alone"),
    dict(paper=HETER, item="Table II", set="HeterPoisson", what="accuracy, HeterPoisson", notebook="10",
         find="^Table II, HeterPoisson, at the published noise", kind="compare", of=60, missing=REDDIT, blind=LARGEST, **PERCENT,
         note="at the noise of the paper, whose epsilon is a claim"),
    dict(paper=HETER, item="Table II", set="HeterPoisson", what="strangers in the test", notebook="10", find="^Table II, HeterPoisson, with strangers",
         kind="compare", again=RELEASED, **PERCENT, note=STRANGERS),
    dict(paper=HETER, item="Table II", set="HeterPoisson", what="features as released", notebook="10", find="^Table II, cells still off",
         kind="compare", pairs=[("published", "as released")], again=TRIED, **PERCENT, note=STANDARDISED),
    dict(paper=HETER, item="Table II", set="HeterPoisson", what="proved noise", notebook="10", find="^Table II, HeterPoisson, at the provable noise",
         kind="compare", again=READING, **PERCENT, note="at the noise for which the published epsilon is proved"),
    dict(paper=HETER, item="Table II", set="naive", what="accuracy, naive DP-SGD", notebook="10", find="^Table II, the other methods", kind="compare",
         only="naive DP-SGD", of=20, missing=REDDIT, blind=LARGEST, **PERCENT, note=BASELINES),
    dict(paper=HETER, item="Table II", set="naive", what="rows of norm 1", notebook="10", find="^Table II, naive DP-SGD on rows", kind="compare",
         again=TRIED, **PERCENT, note="right on PubMed, where nothing is learned so; wrong on Facebook and Amazon"),
    dict(paper=HETER, item="Table II", set="GAP", what="accuracy, GAP", notebook="10", find="^Table II, the other methods", kind="left out", of=20,
         missing=REDDIT, absent=4, left="no table of a notebook has GAP's accuracy with the node's own row, as its authors run it"),
    dict(paper=HETER, item="Table II", set="GAP", what="noisy hops alone", notebook="10", find="^Table II, the other methods", kind="compare",
         only="GAP hops (corrected)", again=TRIED, blind=LARGEST, **PERCENT, note="half of the method, chosen because it comes nearer"),
    dict(paper=HETER, item="Table II", set="GAP", what="hops with the published noise of epsilon 2", notebook="10", find="^Table II, GAP's hops with",
         kind="compare", again=TRIED, **PERCENT, note="one accuracy beside the published ones of every budget"),
    dict(paper=HETER, item="Table II", set="GAP", what="hops at a hundred times the rate", notebook="10", find="^Table II, GAP's hops at",
         kind="compare", again=TRIED, **PERCENT, note="the classifier's answers follow the noise and know nothing of the node"),
    dict(paper=HETER, item="Table II", set="NDP", what="accuracy, NDP", notebook="10", find="^Table II, NDP", kind="compare", of=60, missing=REDDIT,
         blind=LARGEST, least=RAREST, **PERCENT, note=BASELINES),
    dict(paper=HETER, item="Tables II to IV", what="what rows have in common", notebook="10", find="^published rows of Tables II to IV", kind="shown",
         note="NDP's deviations are equal in all three tables, its means are not; GAP's are one number; an observation, which says nothing of a mean"),
    dict(paper=HETER, item="Table III", what="the bound of Theorem 3", notebook="13", find="^Theorem 3 at epsilon 2", kind="compare", sort="formula",
         pairs=[("printed, %", "recomputed, %")], unit="points", within=0.05, note="for aligned answers; holds for balanced classes only"),
    dict(paper=HETER, item="Table III", set="HeterPoisson", what="precision, HeterPoisson", notebook="13", find="^Table III, HeterPoisson, at",
         kind="compare", of=60, missing=REDDIT, **PERCENT, note="weighted by class, as in the research code; the trainings of Table II"),
    dict(paper=HETER, item="Table III", set="HeterPoisson", what="strangers in the test", notebook="13", find="^Table III, HeterPoisson, with strangers",
         kind="compare", again=RELEASED, **PERCENT, note=STRANGERS),
    dict(paper=HETER, item="Table III", set="HeterPoisson", what="features as released", notebook="13", find="^Table III, cells still off",
         kind="compare", pairs=[("published", "as released")], again=TRIED, **PERCENT, note=STANDARDISED),
    dict(paper=HETER, item="Table III", set="naive", what="precision, naive DP-SGD", notebook="13", find="^Table III, the other methods",
         kind="compare", of=24, missing=REDDIT, absent=8, **PERCENT, note="GAP's 16 precisions repeat its accuracies, counted in Table II"),
    dict(paper=HETER, item="Table III", set="naive", what="rows of norm 1", notebook="13", find="^Table III, naive DP-SGD on rows", kind="compare",
         again=TRIED, **PERCENT, note="one class for all: the square of its share"),
    dict(paper=HETER, item="Table III", set="NDP", what="precision, NDP", notebook="13", find="^Table III, NDP", kind="compare", of=60, missing=REDDIT,
         **PERCENT, note=BASELINES),
    dict(paper=HETER, item="Table IV", set="HeterPoisson", what="inductive accuracy, HeterPoisson", notebook="10",
         find="^Table IV, HeterPoisson, at the", kind="compare", of=60, missing=REDDIT, blind=LARGEST, **PERCENT),
    dict(paper=HETER, item="Table IV", set="HeterPoisson", what="strangers in the test", notebook="10",
         find="^Table IV, HeterPoisson, with strangers in the test", kind="compare", again=RELEASED, **PERCENT, note=STRANGERS),
    dict(paper=HETER, item="Table IV", set="HeterPoisson", what="strangers in training and test", notebook="10",
         find="^Table IV, HeterPoisson, with strangers in training", kind="compare", again=READING, **PERCENT,
         note="GCN alone; lonely centres read strangers too"),
    dict(paper=HETER, item="Table IV", set="HeterPoisson", what="features as released", notebook="10", find="^Table IV, cells still off",
         kind="compare", pairs=[("published", "as released")], again=TRIED, **PERCENT, note=STANDARDISED),
    dict(paper=HETER, item="Table IV", set="NDP", what="inductive accuracy, NDP", notebook="10", find="^Table IV, NDP", kind="compare", of=60,
         missing=REDDIT, blind=LARGEST, least=RAREST, **PERCENT, note=BASELINES + "; naive DP-SGD and GAP repeat Table II, and are counted there"),
    dict(paper=HETER, item="Figure 1", what="one node's out-edges against the gradient", notebook="11", find="^Figure 1", kind="shown",
         note=NO_NUMBERS),
    dict(paper=HETER, item="Figures 4, 8", what="with and without removal of centres", notebook="11", find="^enforcement", kind="shown",
         note=NO_NUMBERS + "; panels are not named, ours are Facebook and PubMed"),
    dict(paper=HETER, item="Figures 5, 7", what="neighbours in training and test", notebook="11", find="^GCN, (trans|in)ductive: test accuracy",
         kind="shown", note=NO_NUMBERS + "; found that one peripheral is best at little budget, not found that the largest star is best without noise"),
    dict(paper=HETER, item="Figure 6", what="membership inference and audited epsilon", notebook="12", find="^Figure 6", kind="shown",
         note=NO_NUMBERS + "; its algorithm 4 as published hides most of what leaks, ours is made precise"),
    # ---- random walks
    dict(paper=WALKS, item="Tables 3, 4", what="delta and batch sizes", notebook="21", find="^Steps at epsilon 8, published", kind="shown",
         note="settings, taken over as they are"),
    dict(paper=WALKS, item="Figure 2", what="micro F1 against epsilon", notebook="20", find="^Figure 2", kind="shown", mark_figure=True,
         note=NO_NUMBERS),
    # ---- text classification
    dict(paper=TEXT, item="Figure 2", what="the same with noise", notebook="30", find="^Figure 2", kind="shown", note=NO_NUMBERS),
    dict(paper=TEXT, item="Figure 3", what="hard cases with fewer documents", notebook="31", find="^Figure 3: hard cases that stay hard with fewer",
         kind="shown", note="a plot; two numbers of the text are listed below"),
    dict(paper=TEXT, item="Figure 4", what="hard cases under noise", notebook="31", find="^Figure 4", kind="shown",
         note="a plot; one number in the text is listed below"),
]

# Numbers of the papers that no table above counts: where, how many, and what is known of them.
LEFT_OUT = [
    (HETER, "deviations of Tables II to IV", 480, "shown beside our deviations"),
    (HETER, "Table I: mean degrees, features, classes", 15, "not compared"),
    (WALKS, "Tables 3 and 4, and percentages in the discussion", 39, "settings are taken over; the rest is not compared"),
    (TEXT, "deviations of Table 4", 5, "shown beside our deviations"),
    (TEXT, "Figure 4 in the text: just over 70 % of Cora's hard cases", 1, "not compared; in 31 \\[\\]<!-- Figure 4 in numbers -->"),
    (TEXT, "confusions on Reddit, Figure 1's point of Reddit, two scores of Pokec", 7, "the files are not at hand"),
]
