/** Privacy accountants, guarantees, ledgers and certificates. The other modules are automatic ones, since their jars are. */
@SuppressWarnings("module") // they are compiled after this one
module dpgnn.accounting {
    exports dpgnn.privacy;
    exports dpgnn.privacy.account;
    exports dpgnn.privacy.ledger;
    exports dpgnn.base to
            dpgnn.audit,
            dpgnn.claims,
            dpgnn.data,
            dpgnn.dl4j,
            dpgnn.engine,
            dpgnn.generators,
            dpgnn.gpu,
            dpgnn.kernel,
            dpgnn.onnx,
            dpgnn.parties,
            dpgnn.plotly,
            dpgnn.report,
            dpgnn.scale,
            dpgnn.spark,
            dpgnn.studies,
            dpgnn.training;
    exports dpgnn.privacy.numeric to
            dpgnn.audit,
            dpgnn.generators;
    exports dpgnn.privacy.step to
            dpgnn.audit,
            dpgnn.studies;
}
