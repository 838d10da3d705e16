#!/usr/bin/env python3
"""Plants one fault at a time in the library's classes, and looks whether its test dies of it.

    mvn package -DskipTests                     # builds the library and its tests first
    lib-src/bench/python/mutants.py [NAME..]    # all mutants, or those whose names contain a word
    lib-src/bench/python/mutants.py --share K   # a fifth of them, K is 0 to 4

Every mutant is compiled beside the library, never in it. A mutant that survives fails the run. DPGNN_TARGET is the folder of the
build, DPGNN_CLASS_PATH a file with the jars that tests have, JAVA_HOME the JDK.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
MAIN = "lib-src/**/main/java/dpgnn/"
TARGET = pathlib.Path(os.environ.get("DPGNN_TARGET", ROOT / "target")).resolve()

# name, file, what is there, what is put there, the test that must notice
MUTANTS = [
    ("a release without noise", "train/StepSum.java",
     "schedule.release(exact, unit(), coins(step));", "", "ReleasedNoiseTest#theNoiseIsAsStatedInEveryNumberLayerAndStep"),
    ("a release's noise over sqrt 2", "train/Schedule.java",
     "plan().noise().release(sum, multiplier * unit,", "plan().noise().release(sum, multiplier * unit / Math.sqrt(2),",
     "ReleasedNoiseTest#theNoiseIsAsStatedInEveryNumberLayerAndStep"),
    ("seeded noise over sqrt 2", "train/Schedule.java",
     "plan().noise().add(sum, multiplier * unit,", "plan().noise().add(sum, multiplier * unit / Math.sqrt(2),",
     "ReleasedNoiseTest#theNoiseIsAsStatedInEveryNumberLayerAndStep"),
    ("the same noise in every seeded step", "train/StepSum.java",
     "noise.secure() ? noise : noise.fork(step)", "noise.secure() ? noise : noise.fork(0)",
     "ReleasedNoiseTest#theNoiseIsAsStatedInEveryNumberLayerAndStep"),
    ("no noise where the batch is empty", "train/Training.java",
     "sum.hide(step);", "if (batch.examples() > 0) sum.hide(step);",
     "ReleasedNoiseTest#theNoiseIsAsStatedInEveryNumberLayerAndStep"),
    ("a divisor that is the batch's size", "train/Training.java",
     "values[i] /= (float) source.expected;", "values[i] /= (float) Math.max(1, batch.examples());",
     "ReleasedNoiseTest#theDivisorIsTheExpectedNumberOfExamplesWhateverTheBatchHas"),
    ("the ledger after the step", "train/TrainingLoop.java",
     "                folder.intend(step, last, training::state);\n                training.take(step);",
     "                training.take(step);\n                folder.intend(step, last, training::state);",
     "TrainingFolderTest#aStepIsOnRecordBeforeItIsDrawn"),
    ("one step less in the event", "train/Schedule.java",
     ": all(event(0, multiplier), count);", ": all(event(0, multiplier), Math.max(1, count - 1));",
     "PlanTest#stepsAddUpToWhatIsSpent"),
    ("an allocated batch that is drawn twice", "sampling/RandomAllocation.java",
     "int at = (int) (step % batches);", "int at = (int) (step % batches) / 2 * 2;", "RandomAllocationTest#everyEpochHasAllRootsOnce"),
    ("one coin for all allocated epochs", "sampling/RandomAllocation.java",
     "RandomStream tossed = coins.fork(wanted);", "RandomStream tossed = coins.fork(0);", "RandomAllocationTest#batchesOfEpochsAreIndependentAndUniform"),
    ("a last allocated batch that is short", "sampling/RandomAllocation.java",
     "i < begin[at + 1]; i++", "i < begin[at + 1] - (at == batches - 1 ? 1 : 0); i++", "RandomAllocationTest#everyEpochHasAllRootsOnce"),
    ("an allocated batch of secure coins that is drawn again", "sampling/RandomAllocation.java",
     "step != next", "false", "RandomAllocationTest#secureBatchesAreDrawnOnceAndInOrder"),
    ("homes of allocated stars drawn anew in every batch", "sampling/RandomAllocation.java",
     "else drawn.addStar(order[i], out, batch);",
     "else {\n                    drawn.begin(homeCoins.fork(1000 + next));\n                    drawn.addStar(order[i], out, batch);\n                }",
     "RandomAllocationTest#atMostKStarsOfAnEpochHoldANodeBesideItsOwn"),
    ("a home that is left out of the chain of allocated stars", "privacy/step/AllocatedStarsLoss.java",
     "home < event.homes()", "home < event.homes() - 1", "AllocatedStarsPairTest#instancesShowLess"),
    ("allocated stars that only come", "privacy/step/AllocatedStarsLoss.java",
     "leave.then(all.then(come))", "all.then(come)", "AllocatedStarsPairTest#instancesShowLess"),
    ("gamma that is taken from a norm", "nn/GradientShard.java",
     "(Math.sqrt(sum) + gamma)", "Math.abs(Math.sqrt(sum) - gamma)", "ExactSumTest#noTermIsLongerThanTheThreshold"),
    ("an allocated epoch that is charged when it ends", "train/Schedule.java",
     "-Math.floorDiv(-count, Math.max(1, plan.sampler().epochSteps()))", "count / Math.max(1, plan.sampler().epochSteps())", "AllocatedPlanTest#aPlanFindsTheNoiseOfItsEpochs"),
    ("an allocated release that is continued", "train/TrainingFolder.java",
     "|| plan.sampler().epochSteps() > 1", "", "AllocatedPlanTest#aReleaseIsNotContinued"),
    ("a divergence of allocated epochs in one direction", "privacy/step/AllocationDivergence.java",
     "Math.max(there, back)", "back", "AllocationDivergenceTest#bothDirectionsAreBelowAtEveryOrder"),
    ("a chain of allocated stars that is a link short", "privacy/step/AllocationDivergence.java",
     "m > 1; m--", "m > 2; m--", "AllocationDivergenceTest#starsShowNoMoreThanTheirChain"),
    ("whole moments of allocated epochs without what both parts add", "privacy/step/AllocationDivergence.java",
     "both = chosen + p[k] + q[n - k]", "both = Double.NEGATIVE_INFINITY",
     "AllocationDivergenceTest#bothDirectionsAreBelowAtEveryOrder"),
    ("a steered epoch with the coins of another", "train/AdaptiveTraining.java",
     'from == 0 ? coins : coins.fork("from " + from)', "coins", "AllocatedPlanTest#epochsOfASteeredTrainingHaveCoinsOfTheirOwn"),
    ("a steered training that takes parts of epochs", "train/AdaptiveTraining.java",
     "steps % period != 0", "false", "AllocatedPlanTest#aTrainingIsSteeredFromEpochToEpoch"),
    ("sums of allocated epochs rounded down", "privacy/step/RandomAllocationLoss.java",
     "part[k] += m * (1 - share + more);\n                    part[k + 1] += m * (share + more);", "part[k] += m;",
     "RandomAllocationPairTest#oneEpochIsBracketedByTheIntegral"),
    ("a probed release that is SOUND", "train/Training.java",
     'if (trainer.probe != null) leaks.add("An audit saw the sums before noise was added.");', "",
     "CanariesTest#aProbedTrainingIsTheSameAndGuaranteesNothing"),
    ("a listener that sees a release's loss", "train/TrainingLoop.java",
     "sum.isRelease() ? Double.NaN : training.loss()", "training.loss()",
     "TrainerTest#aReleaseThatAListenerEndedIsNotSoundAndItsLedgerHoldsAllSteps"),
    ("a share of delta that nobody keeps", "privacy/DeltaReserve.java",
     "variation, SHARE * delta);", "variation, delta);", "ReleaseLimitsTest#theNoiseOfAllStepsFitsIntoWhatIsKeptForIt"),
    ("forks masked to 8 bits", "random/SeededStream.java",
     "mix(number * GOLDEN + 1)", "mix((number & 255) * GOLDEN + 1)", "StreamsTest#noTwoNumbersShareAForkOrACoin"),
    ("coins masked to 16 bits", "random/SeededStream.java",
     "(index + 1) * GOLDEN", "((index & 65535) + 1) * GOLDEN", "StreamsTest#noTwoNumbersShareAForkOrACoin"),
    ("one key for every secure stream", "random/SecureStream.java",
     "new SecureRandom().nextBytes(key);", "", "StreamsTest#secureStreamsDifferAndRefuseToBeRepeated"),
    ("discrete noise without its sign", "mechanism/DiscreteGaussian.java",
     "return negative ? -k : k;", "return k;", "DiscreteGaussianNoiseTest#drawsTheExactWeights"),
    ("discrete noise whose proposals are all accepted", "mechanism/DiscreteGaussian.java",
     "if (exp(Math.multiplyHigh(a, b), a * b)) return", "if (a >= 0) return", "DiscreteDrawsTest#drawsAreThoseOfTheAlgorithmInNumbersOfAnySize"),
    ("a grid that costs nothing", "mechanism/GaussianNoise.java",
     "return deviation * (1 + shift / clip) * (1 + 0x1.0p-50);", "return deviation;",
     "GaussianNoiseTest#roundingIsPaidForByMoreNoise"),
    ("the noise's tail cut off", "mechanism/Ziggurat.java",
     "if (layer == 0) return tail(coins, u < 0);", "if (layer == 0) return u * TAIL;",
     "GaussianNoiseTest#tailsHaveTheirWeight"),
    ("REPLACE that costs one clip", "mechanism/Clip.java",
     "(relation == Relation.REPLACE ? 2 : 1)", "1", "ClipTest#sensitivityCountsOccurrencesAndReplacementTwice"),
    ("the norm of layers as the largest of them", "mechanism/Clip.java",
     "squares = Math.nextUp(squares + Math.nextUp(t * t))", "squares = Math.max(squares, t * t)",
     "ClipTest#layersAddUpInSquaresAndNeverBelow"),
    ("a count that nobody pays for", "mechanism/Clip.java",
     "return new PerLayer(List.of(threshold, count())).norm();", "return threshold;",
     "ClipTest#aCountIsPaidForAsPublished"),
    ("a clip that goes on from its first threshold", "train/TrainingLoop.java",
     "sum.moveTo(folder.clip());", "", "QuantileClipTest#aTrainingThatWasStoppedGoesOnWithTheSameClip"),
    ("the threshold's own half is counted", "audit/EpsilonLowerBound.java",
     "        return atThreshold(\n                Arrays.copyOfRange(without, w0, without.length),\n"
     "                Arrays.copyOfRange(with, w1, with.length),\n                threshold,",
     "        return atThreshold(\n                Arrays.copyOf(without, w0),\n"
     "                Arrays.copyOf(with, w1),\n                threshold,",
     "EpsilonLowerBoundTest#theHalfThatChoseTheThresholdIsNotCounted"),
    ("bounds that do not share the confidence", "audit/AuditReport.java",
     "return 1 - (1 - confidence) / SHARES;", "return confidence;", "CanariesTest#theReportSplitsItsConfidence"),
    ("thresholds that do not share the confidence", "audit/EpsilonLowerBound.java",
     "double each = 1 - (1 - confidence) / thresholds.length;", "double each = confidence;",
     "EpsilonLowerBoundTest#thresholdsShareTheErrorProbability"),
    ("twice the allowance between worlds", "audit/Coupling.java",
     "sum += own && relation != Relation.REPLACE ? 1 : 2;", "sum += own && relation != Relation.REPLACE ? 2 : 4;",
     "CouplingTest#theWorstNeighbourGoesAsFarAsTheEventAllowsAndALongerClipIsCaught"),
    ("canaries whose own clipping is not seen", "audit/Canaries.java",
     "Math.max(moment.unit(), loud.length(moment))", "moment.unit()", "AuditTest#aForgottenClipFactorIsCaughtInEveryFamily"),
    ("equal scores that guess right", "audit/OneRun.java",
     "thenComparingDouble(a -> -a[1])", "thenComparingDouble(a -> a[1])", "OneRunTest#guessesWithoutKnowledgeShowNothing"),
    ("delta for nothing in one run", "audit/OneRun.java",
     "chance + 2 * canaries * delta * steepest", "chance", "OneRunTest#deltaAddsWhatTheTheoremSays"),
    ("a rate that nobody checks", "audit/UnitFrequency.java",
     "return chance >= level;", "return true;", "UnitFrequencyTest#aSamplerThatSaysOneThingAndDrawsAnotherIsCaught"),
]

RUNNER = """
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.*;
import org.junit.platform.launcher.listeners.*;
public class MutantRunner {
    public static void main(String[] tests) throws Exception {
        var request = LauncherDiscoveryRequestBuilder.request();
        for (String test : tests) {
            Class<?> type = Class.forName(test.split("#")[0]);
            Method[] methods = Arrays.stream(type.getDeclaredMethods())
                    .filter(m -> m.getName().equals(test.split("#")[1])).toArray(Method[]::new);
            if (methods.length != 1) System.exit(3);
            request.selectors(DiscoverySelectors.selectMethod(type, methods[0]));
        }
        var seen = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request.build(), seen);
        if (seen.getSummary().getTestsFoundCount() == 0) System.exit(3);
        for (var f : seen.getSummary().getFailures())
            System.out.println("killed by " + f.getTestIdentifier().getLegacyReportingName() + ": " + f.getException());
        System.exit(seen.getSummary().getTotalFailureCount() > 0 ? 2 : 0);
    }
}
"""


def tool(name):
    """That of JAVA_HOME, else the one that is found."""
    home = os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", name) if home else name


def class_path():
    """The library's jars, and the launcher of the JUnit that tests have."""
    jars = pathlib.Path(os.environ.get("DPGNN_CLASS_PATH", TARGET / "test-classpath")).read_text().strip()
    engine = next(j for j in jars.split(":") if "junit-platform-engine" in j)
    launcher = engine.replace("junit-platform-engine", "junit-platform-launcher")
    if not os.path.exists(launcher):
        sys.exit(f"{launcher} is not there; Maven brings it with the first test: mvn test -Dtest=ArchitectureTest -Dsurefire.failIfNoSpecifiedTests=false")
    return jars + ":" + launcher


def tests_of_modules():
    return ":".join(str(folder) for folder in sorted(TARGET.glob("dpgnn-*/test-classes")))


def chosen(words):
    """The mutants to try."""
    if words[:1] == ["--share"]:
        return MUTANTS[int(words[1])::5]
    return [m for m in MUTANTS if not words or any(word in m[0] for word in words)]


def file_of(pattern, root=ROOT):
    """The one file that fits, in whichever module it lies."""
    found = list(pathlib.Path(root).glob(pattern))
    if len(found) != 1:
        sys.exit(f"{pattern} must lie in one module, lay in {len(found)}")
    return found[0]


def source(file, root=ROOT):
    return file_of(MAIN + file, root)


def test_of(mutant):
    """The test that must notice, with its package."""
    name, method = mutant[4].split("#")
    return file_of(f"lib-src/**/test/java/**/{name}.java").as_posix().split("/test/java/")[1][:-5].replace("/", ".") + "#" + method


def planted(mutant, root=ROOT):
    """The source with the fault in it; a source that has moved on is an error, whichever mutants are tried."""
    name, file, old, new, _ = mutant
    text = source(file, root).read_text()
    if text.count(old) != 1:
        sys.exit(f'{file} must hold the text of mutant "{name}" once, held it {text.count(old)} times: {old}')
    return text.replace(old, new)


def compiled(mutant, jars, folder):
    """The folder of the mutant's classes."""
    classes = pathlib.Path(tempfile.mkdtemp(dir=folder))
    changed = classes / pathlib.Path(mutant[1]).name
    changed.write_text(planted(mutant))
    made = subprocess.run([tool("javac"), "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none", "-parameters", "-d", classes,
                           "-cp", jars, changed], stderr=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit(f'mutant "{mutant[0]}" does not compile: {made.stderr}')
    return classes


def killers(tests, classes, jars, folder):
    """The names of the tests that fail. Whatever they leave behind lies in the folder."""
    path = f"{classes}:{folder}:{tests_of_modules()}:{jars}"
    # One short test each: the second compiler would never earn what it costs.
    ran = subprocess.run([tool("java"), "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"-Djava.io.tmpdir={folder}", "--add-modules",
                          "jdk.incubator.vector", "-cp", path, "MutantRunner", *tests],
                         cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ran.returncode not in (0, 2):
        sys.exit(f"no verdict of {', '.join(tests)}, exit status {ran.returncode}: {ran.stderr[-2000:]}")
    return [line[len("killed by "):] for line in ran.stdout.splitlines() if line.startswith("killed by ")]


def main(words):
    mutants = chosen(words)
    for mutant in MUTANTS:
        planted(mutant)
    jars = class_path()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        runner = pathlib.Path(folder) / "MutantRunner.java"
        runner.write_text(RUNNER)
        subprocess.run([tool("javac"), "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none", "-d", folder, "-cp", jars, runner], check=True)
        # What fails without a fault would kill every mutant.
        sick = killers(sorted({test_of(m) for m in mutants}), folder, jars, folder)
        if sick:
            sys.exit(f"these tests fail without any fault: {', '.join(sick)}")
        survivors = []
        for mutant in mutants:
            killed = killers([test_of(mutant)], compiled(mutant, jars, folder), jars, folder)
            survivors += [] if killed else [mutant[0]]
            print(f"| {mutant[0]} | `{mutant[1]}` | {mutant[4] if killed else 'SURVIVES'} |", flush=True)
    if survivors:
        sys.exit(f"{len(survivors)} of {len(mutants)} mutants survive: {', '.join(survivors)}")


if __name__ == "__main__":
    main(sys.argv[1:])
