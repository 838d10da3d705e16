package dpgnn.nn;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PerExampleTest {
    record Case(String name, DoubleOracle.Family family, Recipe recipe, Model model, SmallData data, Kernels kernels) {
        @Override
        public String toString() {
            return name + " on " + kernels.getClass().getSimpleName();
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Kernels kernels : List.of(new HostKernels(), new Nd4jKernels())) {
            for (Recipe recipe : List.of(
                    Recipe.of(5),
                    Recipe.of(5).withDense(2).withActivation(Activation.SELU),
                    Recipe.layers(1, 5),
                    Recipe.layers(2, 5),
                    Recipe.layers(3, 4).withActivation(Activation.TANH),
                    Recipe.layers(2, 5).withNormalisedLogits(),
                    Recipe.standardised(5),
                    Recipe.standardised(9)))
                for (DoubleOracle.Family family :
                        List.of(DoubleOracle.Family.GCN, DoubleOracle.Family.GIN, DoubleOracle.Family.SAGE))
                    cases.add(of(family, recipe, SmallData.of(1), kernels));
            cases.add(of(DoubleOracle.Family.SAGE, Recipe.encoded(5), SmallData.of(1), kernels));
            cases.add(of(
                    DoubleOracle.Family.GCN,
                    Recipe.layers(2, 5),
                    SmallData.of(1).multi(1),
                    kernels));
            cases.add(of(DoubleOracle.Family.GCN, Recipe.layers(2, 5), SmallData.sparse(1, 12), kernels));
            cases.add(of(DoubleOracle.Family.MLP, Recipe.of(5).withHops(0).withDense(2), SmallData.of(1), kernels));
        }
        return cases;
    }

    private static Case of(DoubleOracle.Family family, Recipe recipe, SmallData data, Kernels kernels) {
        Model model =
                switch (family) {
                    case GCN -> Gcn.of(recipe);
                    case GIN -> Gin.of(recipe);
                    case SAGE -> Sage.of(recipe);
                    case MLP -> Mlp.of(recipe);
                };
        return new Case(model.name(), family, recipe, model, data, kernels);
    }

    private static GradientContract contract(Case c) {
        return new GradientContract(c.family, c.recipe, c.model, c.data, c.kernels);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void starsKeepTheContract(Case c) {
        contract(c).check(SmallData.stars(2, 6));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pathsKeepTheContract(Case c) {
        contract(c).check(SmallData.paths(3, 6));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void examplesOfManyRowsAndTargetsKeepTheContract(Case c) {
        // Long enough that forming a gradient is cheaper than the Gram matrices.
        contract(c).check(SmallData.rings(4, 2, 20));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneExampleKeepsTheContract(Case c) {
        contract(c).check(SmallData.rings(4, 1, 30));
    }
}
