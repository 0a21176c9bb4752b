#include "driver/Options.h"

#include "CLI/CLI.hpp"

#include <filesystem>
#include <algorithm>
#include <cstdio>

namespace costate::driver {

namespace {

constexpr int usageError = 2;

void addReadingOptions(CLI::App &command, Options &options) {
  command.add_option("FILE", options.files, "C (.c) and Fortran (.f .for .f77 .f90 ...) sources")
      ->required();
  command.add_option("-I", options.frontend.includeDirectories,
                     "look for included files and modules in DIR")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_option("-D", options.frontend.defines, "define a macro")
      ->type_name("NAME[=V]")
      ->allow_extra_args(false);
  command.add_flag("--real8", options.frontend.real8, "default real is 8 bytes");
  command.add_flag("--extend-source", options.frontend.fixedLineLength132,
                   "fixed-form lines have 132 columns");
  command.add_option("--dump", options.dump,
                     "print the program after a pass (read, structure) on standard error")
      ->group("");
}

CLI::Option *addOptionalHeads(CLI::App &command, Options &options) {
  return command
      .add_option("--head", options.heads,
                  "what to differentiate: proc(x,y)>(f,g), independents then dependents")
      ->type_name("HEAD")
      ->allow_extra_args(false);
}

void addHeads(CLI::App &command, Options &options) { addOptionalHeads(command, options)->required(); }

/// `--vector N`, `--vector`: the number may be left out, and what follows may be a file.
std::vector<std::string> withNumbers(int argc, char **argv) {
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    arguments.push_back(argv[i]);
    if (arguments.back() != "--vector")
      continue;
    bool number = i + 1 < argc && argv[i + 1][0] >= '0' && argv[i + 1][0] <= '9';
    arguments.back() += "=" + std::string(number ? argv[++i] : "nbdirs");
  }
  std::reverse(arguments.begin(), arguments.end()); // as CLI11 takes them
  return arguments;
}

void addVector(CLI::App &command, Options &options) {
  command
      .add_option_function<std::string>(
          "--vector",
          [&](const std::string &text) {
            options.tangent.vector = text == "nbdirs" ? 0 : std::stoul(text);
          },
          "several directions at once: N, or as many as the argument nbdirs says")
      ->type_name("[N]")
      ->check([](const std::string &text) {
        bool number = text.find_first_not_of("0123456789") == std::string::npos &&
                      text.size() < 7 && std::stoul(text) > 0;
        return text == "nbdirs" || number
                   ? std::string()
                   : "the number of directions is a positive number, not '" + text + "'";
      });
}

void addSparsity(CLI::App &command, Options &options) {
  command
      .add_flag("--sparsity", options.tangent.sparsity,
                "index sets instead of derivatives: which dependents depend on which independents")
      ->excludes("--vector")
      ->excludes("--pure");
  command
      .add_flag("--compressed", options.tangent.compressed,
                "sparse Jacobian: a plan by pattern and colouring, and its evaluation by compressed directions")
      ->excludes("--sparsity")
      ->excludes("--pure");
}

void addJacobian(CLI::App &command, Options &options) {
  command
      .add_flag("--jacobian", options.tangent.jacobian,
                "the whole Jacobian of a straight-line procedure in one call, by elimination in its graph")
      ->excludes("--vector")
      ->excludes("--sparsity")
      ->excludes("--compressed")
      ->excludes("--pure");
}

void addOutput(CLI::App &command, Options &options) {
  command.add_option("-o", options.output, "write to OUT instead of standard output")
      ->type_name("OUT");
}

void addAccumulateAll(CLI::App &command, Options &options) {
  command
      .add_flag_callback(
          "--accumulate-all", [&options] { options.adjoint.accumulateAll = options.tangent.accumulateAll = true; },
          "for tests: every local Jacobian that can be accumulated is")
      ->group(""); // not shown
}

void addAdjointOptions(CLI::App &command, Options &options) {
  transform::AdjointOptions &adjoint = options.adjoint;
  auto off = [&](const char *name, std::vector<bool *> what, const char *help) {
    command.add_flag_callback(
        name, [what] { for (bool *x : what) *x = false; }, help);
  };
  off("--no-activity", {&adjoint.activity, &options.tangent.activity},
      "let everything of real type carry derivatives");
  off("--no-liveness", {&adjoint.liveness}, "run every statement in the forward sweep");
  off("--no-tbr", {&adjoint.tbr}, "keep every value that is overwritten");
  off("--no-adjoint-write", {&adjoint.adjointWrite},
      "let the adjoint of a joined call change all that the call itself does");
  off("--no-fusion", {&adjoint.fusion},
      "compute no value again that could be kept; no loop runs both sweeps at once");
  off("--no-preaccumulation", {&adjoint.preaccumulation, &options.tangent.preaccumulation}, "accumulate no local Jacobians");
  off("--no-recurrence", {&adjoint.recurrence}, "keep integers that count instead of counting them back");
  off("--no-slicing", {&adjoint.slicing}, "compute the original's results, though only derivatives are wanted");
  off("--naive",
      {&adjoint.activity, &adjoint.liveness, &adjoint.tbr, &adjoint.fusion, &adjoint.recurrence, &adjoint.adjointWrite,
       &adjoint.slicing, &adjoint.preaccumulation},
      "switch all optimisations off");
  command.add_flag("--primal", adjoint.primal, "leave the original results behind, too");
  command.add_flag("--mark-sweeps", adjoint.markSweeps, "for tests: tell of every statement in both sweeps")
      ->group(""); // not shown
  addAccumulateAll(command, options);
  auto names = [&](const char *option, std::set<std::string> &into, const char *help) {
    command
        .add_option_function<std::vector<std::string>>(
            option,
            [&into](const std::vector<std::string> &given) { into.insert(given.begin(), given.end()); },
            help)
        ->type_name("NAME")
        ->allow_extra_args(false);
  };
  names("--join", adjoint.calls.join, "run this procedure again in the backward sweep, from a snapshot");
  command
      .add_option_function<std::vector<std::string>>(
          "--checkpoint",
          [&adjoint](const std::vector<std::string> &given) {
            for (const std::string &text : given)
              adjoint.checkpoints.push_back(*analysis::parseCheckpoint(text));
          },
          "run the time loop at LINE backwards from at most N snapshots of its state")
      ->type_name("[FILE:]LINE:N")
      ->allow_extra_args(false)
      ->check([](const std::string &text) {
        return analysis::parseCheckpoint(text)
                   ? std::string()
                   : "the line of a loop and a number of snapshots are wanted, as in '120:50'; not '" + text + "'";
      });
  command.add_flag("--checkpoint-disk", adjoint.checkpointsOnDisk, "keep those snapshots in a scratch file");
  names("--split", adjoint.calls.split, "keep what this procedure's backward sweep needs");
}

void addExternals(CLI::App &command, Options &options) {
  command
      .add_option("--external", options.tangent.externals,
                  "what procedures without source do, and their derivatives (docs/external.md)")
      ->type_name("SPEC.toml")
      ->allow_extra_args(false);
}

CLI::Option *addThreads(CLI::App &command, Options &options) {
  command
      .add_flag_callback(
          "--threads-everywhere",
          [&options] { options.tangent.threadsEverywhere = options.adjoint.threadsEverywhere = true; },
          "for tests: every loop that can run in parallel does")
      ->group(""); // not shown
  return command.add_flag_callback(
      "--openmp", [&options] { options.tangent.openmp = options.adjoint.openmp = options.check.openmp = true; },
      "loops that are proven independent run in parallel, by OpenMP directives");
}

void addPure(CLI::App &command, Options &options) {
  command.add_flag("--pure", options.tangent.pure, "tangents: the derivatives alone, not the original results");
}

void addTangentOptions(CLI::App &command, Options &options) {
  command.add_flag("--no-activity", [&](int64_t) { options.tangent.activity = false; },
                   "let everything of real type carry derivatives");
  command.add_flag("--no-preaccumulation", [&](int64_t) { options.tangent.preaccumulation = false; },
                   "accumulate no local Jacobians, which vector tangents have");
  addAccumulateAll(command, options);
  addPure(command, options);
  addExternals(command, options);
}

void addCheckOptions(CLI::App &command, check::Options &options) {
  command.add_option("--at", options.at, "the point, as JSON: {\"n\": 3, \"x\": [1, 2, 3]}")
      ->type_name("FILE");
  command.add_option("--size", options.sizes, "an integer argument, or the length of an array")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  command.add_flag("--json", options.json, "print one JSON object");
  command.add_option("--cc", options.cc, "the C compiler (default cc)")->type_name("CC");
  command.add_option("--fc", options.fc, "the Fortran compiler (default gfortran)")->type_name("FC");
  command.add_option("--cflags", options.cflags, "more options for the C compiler");
  command.add_option("--fflags", options.fflags, "more options for the Fortran compiler");
  command.add_option("--ldflags", options.ldflags, "more options and libraries for linking");
  command.add_option("--with", options.with, "compile and link this too, without reading it")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingFile);
  command.add_option("--tolerance", options.tolerance,
                     "relative error allowed (default 1e-6; 1e-3 in single precision)");
  command.add_option("--directions", options.directions, "directions to try (default 2)")
      ->check(CLI::Range(1, 1000));
  command.add_option("--timeout", options.timeout, "seconds for one run of the program (default 60)")
      ->check(CLI::Range(1, 100000));
  command.add_flag("--complex-step", options.complexStep,
                   "compare with the complex step, too, where the program is analytic");
  command.add_flag("--derivatives", options.derivatives, "list all derivatives in the JSON object")
      ->group("");
  command.add_option("--tangent", options.tangent,
                     "check this tangent program instead of the one Costate writes")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command.add_option("--adjoint", options.adjoint,
                     "check this adjoint program instead of the one Costate writes")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command.add_flag(
      "--no-tangent", [&](int64_t) { options.hasTangent = false; }, "check the adjoint alone");
  command.add_flag(
      "--no-adjoint", [&](int64_t) { options.hasAdjoint = false; }, "check the tangent alone");
  command.add_option("--keep", options.keep, "leave the generated files and programs in DIR")
      ->type_name("DIR");
}

void addLoopAnalysis(CLI::App &analyze, Options &options, const char *name, const char *what,
                     Options::Command command) {
  CLI::App *analysis = analyze.add_subcommand(name, what);
  addReadingOptions(*analysis, options);
  analysis->add_flag("--json", options.json, "print one JSON object");
  analysis->add_option("--why", options.why, "explain the loop at this line")
      ->type_name("LINE")
      ->check(CLI::Range(1, 100000000));
  analysis->callback([&options, command] { options.command = command; });
}

/// The analyses as `costate analyze WHAT`.
void addAnalyses(CLI::App &app, Options &options) {
  CLI::App *analyze = app.add_subcommand("analyze", "say what an analysis finds");
  analyze->require_subcommand(1);
  CLI::App *activity = analyze->add_subcommand(
      "activity", "which variables carry derivatives from the independents to the dependents");
  addReadingOptions(*activity, options);
  addHeads(*activity, options);
  addExternals(*activity, options);
  static const std::map<std::string, analysis::ActivityAlgorithm> algorithms{
      {"vdg", analysis::ActivityAlgorithm::VariableGraph},
      {"dug", analysis::ActivityAlgorithm::DefUseGraph}};
  activity
      ->add_option("--algorithm", options.algorithm,
                   "vdg: by variables (flow-insensitive); dug: by definitions (the default)")
      ->transform(CLI::CheckedTransformer(algorithms))
      ->type_name("vdg|dug")
      ->option_text("vdg|dug");
  activity->add_flag("--json", options.json, "print one JSON object");
  activity->add_flag("--dot", options.dot, "write the graph, for Graphviz");
  activity->add_option("--why", options.why, "explain whether and how NAME (or proc:NAME) is active")
      ->type_name("NAME");
  activity->callback([&] { options.command = Options::Command::Activity; });

  CLI::App *linearity = analyze->add_subcommand(
      "linearity", "which variables depend on which others, and whether linearly");
  addReadingOptions(*linearity, options);
  addOptionalHeads(*linearity, options);
  addExternals(*linearity, options);
  linearity->add_flag("--json", options.json, "print one JSON object");
  linearity->add_flag("--statements", options.statements, "list IN and DEPS of every assignment, too (with --json)");
  linearity->add_option("--why", options.why, "explain how A (or proc:A) depends on B")
      ->type_name("A,B")
      ->check([](const std::string &text) {
        size_t comma = text.find(',');
        bool two = comma != std::string::npos && comma > 0 && comma + 1 < text.size();
        return two ? std::string() : "two variables are wanted, as in 'f,x'; not '" + text + "'";
      });
  linearity->callback([&] { options.command = Options::Command::Linearity; });

  CLI::App *graph = analyze->add_subcommand(
      "graph", "computational graphs of straight-line code, and what accumulating their Jacobians takes");
  addReadingOptions(*graph, options);
  addOptionalHeads(*graph, options);
  addExternals(*graph, options);
  graph->add_flag("--json", options.json, "print one JSON object");
  graph->add_flag("--vertices", options.statements, "list vertices and edges of every graph, too (with --json)");
  graph->add_flag("--dot", options.dot, "write the graphs, for Graphviz")->excludes("--json");
  graph->callback([&] { options.command = Options::Command::Graph; });

  CLI::App *recording = analyze->add_subcommand(
      "recording", "what the forward sweep of an adjoint runs and keeps, and what snapshots hold");
  addReadingOptions(*recording, options);
  addHeads(*recording, options);
  addAdjointOptions(*recording, options);
  addExternals(*recording, options);
  recording->add_flag("--json", options.json, "print one JSON object");
  recording->add_option("--why", options.why, "explain the statement at this line")
      ->type_name("LINE")
      ->check(CLI::Range(1, 100000000));
  recording->callback([&] { options.command = Options::Command::Recording; });

  addLoopAnalysis(*analyze, options, "recurrence",
                  "induction variables of all loops, as chains of recurrences",
                  Options::Command::Recurrence);
  addLoopAnalysis(*analyze, options, "dependence",
                  "which loops have independent iterations, and under which condition",
                  Options::Command::Dependence);
}

bool isCommand(CLI::App &app, const std::string &name) {
  auto named = [&](const CLI::App *command) { return command->get_name() == name; };
  return !app.get_subcommands(named).empty();
}

} // namespace

CommandLine parseCommandLine(int argc, char **argv) {
  Options options;
  CLI::App app("Costate, an adjoint compiler for numerical programs in C and Fortran", "costate");
  app.set_version_flag("--version", std::string("costate ") + COSTATE_VERSION);
  app.require_subcommand(1);

  CLI::App *canonical =
      app.add_subcommand("canonical", "write the canonical program, as compilable source");
  addReadingOptions(*canonical, options);
  addOutput(*canonical, options);
  canonical->callback([&] { options.command = Options::Command::Canonical; });

  CLI::App *parallelize = app.add_subcommand(
      "parallelize", "write the program with OpenMP on the loops proven independent");
  addReadingOptions(*parallelize, options);
  addOutput(*parallelize, options);
  parallelize->callback([&] { options.command = Options::Command::Parallelize; });

  CLI::App *tangent = app.add_subcommand("tangent", "write the tangent program (forward mode)");
  addReadingOptions(*tangent, options);
  addHeads(*tangent, options);
  addOutput(*tangent, options);
  addTangentOptions(*tangent, options);
  addVector(*tangent, options);
  addSparsity(*tangent, options);
  addJacobian(*tangent, options);
  addThreads(*tangent, options)->excludes("--sparsity")->excludes("--compressed")->excludes("--jacobian");
  // (The canonical program stands for the original, in its place: includes stay as they are.)
  auto findIncludesFromOutput = [&] {
    if (!options.output.empty())
      options.frontend.writtenTo = std::filesystem::absolute(options.output).parent_path().string();
  };
  tangent->callback([&] {
    options.command = Options::Command::Tangent;
    findIncludesFromOutput();
  });

  CLI::App *adjoint = app.add_subcommand("adjoint", "write the adjoint program (reverse mode)");
  addReadingOptions(*adjoint, options);
  addHeads(*adjoint, options);
  addOutput(*adjoint, options);
  addAdjointOptions(*adjoint, options);
  addThreads(*adjoint, options);
  addExternals(*adjoint, options);
  adjoint->callback([&] {
    options.command = Options::Command::Adjoint;
    findIncludesFromOutput();
    options.adjoint.externals = options.tangent.externals;
  });

  CLI::App *check = app.add_subcommand(
      "check", "build and run the derivative program, and compare it with differences");
  addReadingOptions(*check, options);
  addHeads(*check, options);
  addAdjointOptions(*check, options);
  addPure(*check, options);
  addThreads(*check, options);
  addExternals(*check, options);
  addVector(*check, options);
  addCheckOptions(*check, options.check);
  check->callback([&] {
    options.command = Options::Command::Check;
    options.frontend.writtenTo = "/"; // wherever the workshop is
    options.check.files = options.files;
    options.check.frontend = options.frontend;
    options.adjoint.externals = options.tangent.externals;
    // There are no vector adjoints; and a tangent of the user's is what is asked about.
    bool tangentOnly = options.tangent.vector ||
                       (!options.check.tangent.empty() && options.check.adjoint.empty());
    options.check.hasAdjoint &= !tangentOnly;
    options.check.pure = options.tangent.pure && options.check.tangent.empty();
    options.check.primal = options.adjoint.primal && options.check.adjoint.empty();
  });
  addAnalyses(app, options);

  try {
    app.parse(withNumbers(argc, argv));
  } catch (const CLI::ParseError &e) {
    bool wanted = e.get_exit_code() == 0; // --help and --version are not errors
    if (wanted) {
      app.exit(e);
      return {std::nullopt, 0};
    }
    std::string message = e.what();
    if (argc > 1 && argv[1][0] != '-' && !isCommand(app, argv[1]))
      message = std::string("unknown command '") + argv[1] + "'";
    std::fprintf(stderr, "costate: error: %s\n  hint: costate --help lists commands and options\n",
                 message.c_str());
    return {std::nullopt, usageError};
  }
  return {options, 0};
}

} // namespace costate::driver
