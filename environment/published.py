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
    HETER: dict(protects="a node with its edges", notebooks="10, 10b, 11, 12, 13"),
    WALKS: dict(protects="features of a node", notebooks="20, 20b, 21"),
    TEXT: dict(protects="claimed: a document; proved: any change of the graph, at twice the sensitivity", notebooks="30, 30b, 31, 32"),
    PARTIES: dict(protects="features and edges of a party, computationally", notebooks="40, 40b, 41"),
    GENERATION: dict(protects="an edge", notebooks="50, 50b, 51, 52"),
}

NO_NUMBERS = "a plot without numbers"

ITEMS = [
    # ---- HeterPoisson: its tables are data, its plots are here
    dict(paper=HETER, item="Tables II to IV", what="what rows have in common", notebook="10b", find="^published rows of Tables II to IV", kind="shown",
         note="NDP's deviations are equal in all three tables, its means are not; GAP's are one number; an observation, which says nothing of a mean"),
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
    (WALKS, "Tables 3 and 4, and percentages in the discussion", 39, "settings are taken over; the rest is not compared"),
    (TEXT, "deviations of Table 4", 5, "shown beside our deviations"),
    (TEXT, "Figure 4 in the text: just over 70 % of Cora's hard cases", 1, "not compared; in 31 \\[\\]<!-- Figure 4 in numbers -->"),
    (TEXT, "confusions on Reddit, Figure 1's point of Reddit, two scores of Pokec", 7, "the files are not at hand"),
]
