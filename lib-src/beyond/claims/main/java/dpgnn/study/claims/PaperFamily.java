package dpgnn.study.claims;

/** The methods of one table: those of a paper, with ours, classical ones and references that are for the same. */
public enum PaperFamily {
    NODES("HeterPoisson (S&P 2024)"),
    /** GAP and ProGAP with an edge as the unit, and Blink. */
    EDGES("hidden edges (2023 and 2024)"),
    WALKS("random walks (2023)"),
    DOCUMENTS("text classification (2022)"),
    HOLDERS("PPGNN (2020)"),
    GRAPHS("DPGGAN (IJCAI 2021)");

    private final String paper;

    PaperFamily(String paper) {
        this.paper = paper;
    }

    /** The paper, in a few words. */
    public String paper() {
        return paper;
    }

    static PaperFamily of(ClaimedMethod method) {
        for (PaperFamily family : values()) if (family.paper.equals(method.paper())) return family;
        if (method.makesGraphs()) return GRAPHS;
        return method.name().startsWith("whole graph") ? DOCUMENTS : NODES;
    }
}
