# What lab and test share: find or install the tools, build the library, install the kernel for this checkout.
# Sourced, not run.

# Without links: the kernel that is set up here must be found when a link that led here is gone.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
environment=$root/environment

say() { printf '%s: %s\n' "$program" "$*"; }
fail() { printf '%s: %s\n' "$program" "$*" >&2; exit 1; }
has() { command -v "$1" > /dev/null 2>&1; }

case $root in *:*) fail "the path of the checkout must have no colon, was $root: Java separates paths by it; move the folder" ;; esac

# Everything that is generated lies below this folder and target/; where the checkout cannot be written to, all below this one.
state=${DPGNN_STATE:-$environment/.state}
if ! mkdir -p "$state" 2> /dev/null || [ ! -w "$state" ]; then
  [ -z "${DPGNN_STATE:-}" ] || fail "cannot write to DPGNN_STATE, which was $state; name a folder that can be written to"
  state=${XDG_STATE_HOME:-$HOME/.local/state}/dpgnn/$(printf '%s' "$root" | cksum | tr ' ' -)
  mkdir -p "$state" 2> /dev/null || fail "cannot write to $environment/.state nor to $state; set DPGNN_STATE to a folder that can be written to"
fi
state=$(cd "$state" && pwd -P)
# A state holds the kernel of one checkout, and refuses to be another's. A checkout may be moved, and takes its own folder with it.
owner=$(cat "$state/checkout" 2> /dev/null) || owner=""
if [ "$owner" != "$root" ]; then
  [ "$state" = "$environment/.state" ] || [ ! -d "$owner" ] ||
    fail "DPGNN_STATE is $state, which belongs to the checkout $owner; for $root unset DPGNN_STATE, or name a folder of its own"
  printf '%s\n' "$root" > "$state/checkout"
fi
given_state=${DPGNN_STATE:-}
target=$root/target
if [ ! -w "$root" ]; then
  target=$state/target
  export DPGNN_CACHE=${DPGNN_CACHE:-$state/cache}
fi
trap 'fail "stopped; the same command goes on where this one was"' INT

# ---- tools: what is there already, else Debian's packages as root, else Homebrew, else a clear line

debian_install() {
  say "installing $*"
  local log=$state/apt.log began=$SECONDS
  {
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
  } >> "$log" 2>&1 || fail "apt-get install $* failed: $(grep -E '^(E|Err):' "$log" | tail -1); its log is $log"
  apt_seconds=$((${apt_seconds:-0} + SECONDS - began))
}

can_apt() { [ "$(id -u)" = 0 ] && has apt-get; }

java_version() { "$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -1; }

is_jdk() { # a JDK, 17 or newer
  [ -x "$1/bin/javac" ] || return 1
  local version
  version=$(java_version "$1/bin/java")
  [ -n "$version" ] && [ "$version" -ge 17 ]
}

# Flags that only newer JDKs know, of the one with this version.
newer_flags() { [ "$1" -lt 24 ] || echo "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"; }

jdks() { # the homes of all JDKs that are there, the preferred one first
  local home path
  {
    [ -n "${JAVA_HOME:-}" ] && echo "$JAVA_HOME"
    if has javac; then
      path=$(readlink -f "$(command -v javac)" 2> /dev/null) && echo "${path%/bin/javac}"
    fi
    for home in /usr/lib/jvm/*/ /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
      /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/.sdkman/candidates/java/*/; do
      [ -L "${home%/}" ] || echo "${home%/}"
    done
  } | while read -r home; do if is_jdk "$home"; then echo "$home"; fi; done | awk '!seen[$0]++'
}

# provide NAME DEBIAN_PACKAGE BREW_PACKAGE: installs what is not there.
provide() {
  if can_apt; then debian_install "$2"
  elif has brew; then brew install "$3" > "$state/brew.log" 2>&1 || fail "brew install $3 failed; see $state/brew.log"
  else fail "$1 not found; install it (Debian: apt-get install $2) or run this as root"; fi
}

need_java() {
  java_home=$(jdks | head -1)
  [ -n "$java_home" ] || { provide "JDK 17 or newer" openjdk-17-jdk-headless openjdk@17; java_home=$(jdks | head -1); }
  [ -n "$java_home" ] || fail "JDK 17 or newer not found, not even after installing one"
  export JAVA_HOME=$java_home
}

need_maven() {
  has mvn || provide Maven maven maven
  has mvn || fail "Maven not found, not even after installing it"
}

need_tools() { need_java; need_maven; }

need_library() { need_tools; need_kernel; }

# need_python MODULES PACKAGES PIP: sets $python to an interpreter that imports all the modules.
need_python() {
  local candidate
  find_python "$1" && return
  if can_apt; then
    # shellcheck disable=SC2086
    debian_install $2
  else
    has python3 || fail "Python 3 not found; install it (Debian: apt-get install python3 python3-venv) or run this as root"
    say "setting up environment/.venv with $3"
    # shellcheck disable=SC2086
    { python3 -m venv "$environment/.venv" && "$environment/.venv/bin/pip" install -q --retries 1 --timeout 20 $3; } > "$state/pip.log" 2>&1 ||
      fail "cannot set up environment/.venv with pip; its log is $state/pip.log"
  fi
  find_python "$1" || fail "no Python imports $1, not even after installing it"
}

# JupyterLab with widgets from a Python package index into environment/.venv; it fails where none answers.
pip_front_end() {
  has python3 && [ ! -e "$environment/.venv" ] && [ -w "$environment" ] || return 1
  [ -z "$(find "$state/no-front-end" -mtime -7 2> /dev/null)" ] || return 1 # not again within a week
  local venv=$environment/.venv why="python3 makes no virtual environment (Debian: python3-venv)" instead="what is installed"
  say "looking for JupyterLab with widgets in a Python package index"
  if PYTHONSAFEPATH=1 python3 -m venv "$venv" > "$state/pip.log" 2>&1; then
    why="no Python package index answered in 15 s"
    # A small package first: where nothing answers, pip's patience would be minutes.
    if PYTHONSAFEPATH=1 "$venv/bin/python" -c 'import subprocess, sys; subprocess.run([sys.executable, "-m", *sys.argv[1:]], check=True, timeout=15)' \
      pip download -q --no-deps --retries 0 --timeout 10 -d "$venv/first" ipywidgets >> "$state/pip.log" 2>&1; then
      "$venv/bin/pip" install -q --retries 1 --timeout 20 jupyterlab ipywidgets nbconvert jupyter_client nbformat >> "$state/pip.log" 2>&1 && return
      why="the Python package index lacks something"
    fi
  fi
  rm -rf "$venv"
  touch "$state/no-front-end"
  ! can_apt || instead="Debian's packages"
  say "no JupyterLab: $why (see $state/pip.log); taking $instead instead"
  return 1
}

# Python, which imports nothing from the current folder (from 3.11 on).
python_alone() { PYTHONSAFEPATH=1 "$python" "$@"; }

# The version of a Python package; empty without it.
python_version() { python_alone -c "import importlib.metadata as m; print(m.version('$1'))" 2> /dev/null || true; }

# Tells Jupyter to trust the notebooks that are as they were committed, so that it shows their outputs whole.
trust_notebooks() {
  local changed
  changed=$(git -C "$root" status --porcelain --untracked-files=all -- notebooks 2> /dev/null) || return 0
  notebooks | { grep -vxF "$(cut -c4- <<< "$changed" | sed "s|^|$root/|")" || true; } | python_alone -c '
import sys, nbformat
from nbformat.sign import NotebookNotary
notary = NotebookNotary()
for path in sys.stdin.read().splitlines():
    notebook = nbformat.read(path, as_version=4)
    if not notary.check_signature(notebook): notary.sign(notebook)
' > "$state/trust.log" 2>&1 || say "the notebooks open untrusted (see $state/trust.log); Jupyter then shows no HTML of theirs until a cell runs"
}

find_python() {
  for candidate in "${DPGNN_PYTHON:-}" "$environment/.venv/bin/python" python3 /usr/bin/python3; do
    [ -n "$candidate" ] && has "$candidate" || continue
    if PYTHONSAFEPATH=1 "$candidate" -c "import $1" > /dev/null 2>&1; then python=$candidate; return 0; fi
  done
  return 1
}

# ---- Maven: offline as soon as everything was fetched once for this pom and these profiles

maven() {
  local options=()
  [ -z "${DPGNN_PROFILES:-}" ] || options=("-P$DPGNN_PROFILES")
  [ "$(cat "$(fetched)" 2> /dev/null)" = "$(pom_sum)" ] && options+=(-o)
  JAVA_HOME=$java_home mvn -B ${options[@]+"${options[@]}"} -f "$root/pom.xml" "-Ddpgnn.target=$target" "$@"
}

# Where it is noted that everything was fetched.
fetched() { echo "$state/fetched${DPGNN_PROFILES:+-$DPGNN_PROFILES}"; }

pom_sum() { cat "$root"/pom.xml "$root"/lib-src/*/pom.xml "$root"/lib-src/*/*/pom.xml | cksum; }

# The size of what Maven has fetched on this machine so far, in MB.
repository_size() { { du -sm "$HOME/.m2/repository" 2> /dev/null || echo 0; } | cut -f1; }

# ---- the kernel of this checkout

# What a build is of; paths without spaces, below the root.
built_from="lib-src pom.xml environment/common.sh"

# shellcheck disable=SC2086
built_files() { (cd "$root" && find $built_from -type f ! -path "lib-src/*test/*" ! -path "lib-src/fixtures/*" ! -path "lib-src/bench/*" "$@") | LC_ALL=C sort; }

sources_sum() { # names; contents are watched by time
  built_files | cksum
  pom_sum
  echo "$java_home"; echo "$root"; echo "${DPGNN_PROFILES:-}"
}

is_complete() { [ -r "$state/kernel.args" ] && [ "$(cat "$state/installed" 2> /dev/null)" = "$(sources_sum)" ]; }

is_installed() { is_complete && [ -z "$(built_files -newer "$state/installed" | head -1)" ]; }

# A word of an argument file of java, whatever it holds.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

# Whether a command ended with this status because it was told to: by Ctrl-C, which says so itself, or with whoever started it.
stopped() { [ "$1" = 130 ] || [ "$1" = 143 ]; }

# Why Maven failed, in a line.
maven_trouble() {
  if grep -q -E 'Unknown host|Temporary failure in name resolution|Network is unreachable|Connection timed out|offline mode' "$1"; then
    echo "Maven Central cannot be reached; connect once, and everything works offline from then on"
  else grep -m 1 -E 'ERROR.*(\.java|Failed|Could not)' "$1" || echo "see there"; fi
}

# The source folders of the modules that are always built, as a path.
source_path() {
  find "$root/lib-src" -path '*/main/java' -prune ! -path '*/contrib/*' | LC_ALL=C sort | tr '\n' ':' | sed 's/:$//'
}

# The kernel's specification: kernel_spec LAUNCHER [FURTHER VARIABLES].
kernel_spec() {
  cat << END
{
  "argv": [$(quoted "$1"), "{connection_file}"],
  "display_name": "Java (dpgnn)",
  "language": "java",
  "interrupt_mode": "message",
  "kernel_protocol_version": "5.5",
  "env": {"OMP_WAIT_POLICY": "PASSIVE"${2:-}},
  "metadata": {"debugger": false, "supported_features": ["kernel subshells"]}
}
END
}

# Installs the kernel from the jars of target/classpath, which must be built.
install_kernel() {
  local version archive
  mkdir -p "$state/lib" "$state/share/jupyter/kernels/java"
  # A running kernel keeps the jars that it started with: what is new gets a folder of its own, named by what it holds.
  local jar path="" others="" lib
  while IFS= read -r jar; do
    case $jar in
      "") ;;
      "$target"/*)
        lib=$state/lib/$(cksum < "$jar" | tr ' ' -)
        [ -e "$lib" ] || { mkdir -p "$lib.new" && cp "$jar" "$lib.new/" && mv "$lib.new" "$lib"; }
        touch "$lib"
        path=$path:$lib/$(basename "$jar") ;;
      *) others=$others:$jar ;;
    esac
  done < <(tr ':' '\n' < "$target/classpath"; echo)
  path=${path#:}$others
  printf '%s' "$path" > "$state/dependencies"
  find "$state/lib" -mindepth 1 -maxdepth 1 -type d -mtime +1 -exec rm -rf {} +
  version=$(java_version "$java_home/bin/java")
  archive=$state/kernel-$version.jsa
  {
    echo "$(quoted "-XX:SharedArchiveFile=$archive") -Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off"
    echo "-XX:+UseParallelGC" # large arrays, no concurrent threads beside the training, and an earlier first output
    # Deeplearning4j would ask the system at each of its arrays how much memory is taken, and refuse one where mapped files take much.
    echo "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0"
    echo "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
    echo "$(quoted "-Djava.util.logging.SimpleFormatter.format=%4\$s: %5\$s%6\$s%n")" # a line, without its time
    echo "-Djava.awt.headless=true $(quoted "-XX:ErrorFile=$state/crash-%p.log")"
    echo "$(quoted "-Ddpgnn.sources=$root/lib-src") $(quoted "-Ddpgnn.kept=$root/notebooks/kept")"
    # Products of sparse rows are several times faster with it, and the same in every bit.
    if "$java_home/bin/java" --list-modules | grep -q '^jdk.incubator.vector'; then echo "--add-modules jdk.incubator.vector"; fi
    newer_flags "$version"
    echo "-cp $(quoted "$path")"
  } > "$state/kernel.args.new"
  grep -v SharedArchiveFile "$state/kernel.args.new" > "$state/archive.args"
  # Whole files take the place of whole files: a kernel may be starting right now.
  mv "$state/kernel.args.new" "$state/kernel.args"
  echo "$java_home/bin/java" > "$state/java.new" && mv "$state/java.new" "$state/java"
  # The kernel's launcher is that of this checkout, and so is the state that it looks into.
  kernel_spec "$environment/kernel" ", \"DPGNN_STATE\": $(quoted "$state")" > "$state/share/jupyter/kernels/java/kernel.json"
  sources_sum > "$state/installed"
}

# library [OPTION]... CLASS [ARGUMENT]...: runs a program of the library as it is installed.
library() { "$(cat "$state/java")" "@$state/kernel.args" "$@"; }

# The same in place of this shell, with no more than its class path: without the kernel's archive, collector and logging.
become() {
  grep -E '^(-cp |--enable-native-access)' "$state/kernel.args" > "$state/$program.args.$$" && mv "$state/$program.args.$$" "$state/$program.args"
  exec "$(cat "$state/java")" "@$state/$program.args" "$@"
}

# measured CLASS_PATH [OPTION]... CLASS [ARGUMENT]...: runs what measures, on one thread, without what a user's machine does not set.
measured() {
  unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE OPENBLAS_NUM_THREADS OMP_NUM_THREADS
  # shellcheck disable=SC2046
  OMP_WAIT_POLICY=PASSIVE ${under[@]+"${under[@]}"} "$java_home/bin/java" -Xmx3g --add-modules jdk.incubator.vector \
    $(newer_flags "$(java_version "$java_home/bin/java")") -Ddpgnn.threads=1 -cp "$@" 2> >(grep -v -e incubator -e SLF4J >&2)
}

# Copies the kernel, with its jars, sources and kept runs, into a folder that does not need this checkout and may be moved.
copy_kernel() {
  local to=$1 jar number=1000
  rm -rf "$to.new"
  mkdir -p "$to.new/lib" "$to.new/sources" "$to.new/kept" || return 1
  # In the order of the class path, by their names, which the library looks for; a link where the file system has one, else a copy.
  tr ':' '\n' < "$state/dependencies" | { cat; echo; } | while IFS= read -r jar; do
    [ -n "$jar" ] || continue
    number=$((number + 1))
    mkdir "$to.new/lib/$number" && { ln "$jar" "$to.new/lib/$number/" 2> /dev/null || cp "$jar" "$to.new/lib/$number/"; } || return 1
  done || return 1
  (cd "$root/lib-src" && find . -path '*/main/java/*.java' -print0 | tar -cf - --null -T -) | tar -xf - -C "$to.new/sources" || return 1
  cp "$root"/notebooks/kept/*.gz "$to.new/kept/" 2> /dev/null
  cp "$environment/kernel" "$to.new/kernel" && cp "$state/java" "$to.new/java" || return 1
  # Nothing that names a folder, and options of a newer JDK where an older one may start it.
  { echo "-XX:+IgnoreUnrecognizedVMOptions"; grep -v -e SharedArchiveFile -e ErrorFile -e '-Ddpgnn' -e '^-cp' "$state/kernel.args"; echo "-Djava.awt.headless=true"; } > "$to.new/kernel.args"
  kernel_spec "{resource_dir}/kernel" > "$to.new/kernel.json"
  rm -rf "$to" && mv "$to.new" "$to"
}

# What the first cells of most notebooks load, archived: it halves the time until the first output. Without it all works, only slower.
archive_kernel() {
  local archive
  archive=$state/kernel-$(java_version "$java_home/bin/java").jsa
  rm -f "$archive.new"
  if ${calmly:+nice -n 19} "$java_home/bin/java" -XX:TieredStopAtLevel=1 "-XX:ArchiveClassesAtExit=$archive.new" "@$state/archive.args" dpgnn.kernel.JavaKernel --warm-up \
    > "$state/archive.log" 2>&1 && [ -e "$archive.new" ]; then mv -f "$archive.new" "$archive"
  else rm -f "$archive"; say "no class archive (see $state/archive.log); the kernel starts without it"; fi
}

# The same while others go on, with what they leave of the processors.
archive_meanwhile() { (calmly=yes; sleep "${1:-0}" && archive_kernel) 9>&- > /dev/null 2>&1 < /dev/null & }

# The path of every notebook, or of those that fit further conditions of find, a line each. What lies in notebooks/paper are outputs
# at that scale, to be read and not to be run.
notebooks() {
  find "$root/notebooks" -path "$root/notebooks/paper" -prune -o -name '*.ipynb' ! -path '*/.ipynb_checkpoints/*' "$@" -print | LC_ALL=C sort
}

# Builds and installs the kernel unless that was done since the sources changed last. Two at once wait for each other.
need_kernel() {
  is_installed && return
  (
    if has flock; then flock 9; fi
    is_installed && exit
    touch "$state/began" # what is edited meanwhile is newer than the build
    build_changed || build_and_install
    touch -r "$state/began" "$state/installed"
  ) 9> "$state/lock" || exit 1
}

# The modules of which a source changed since the last build, a line each, in the order in which they stand on each other. It fails where
# more changed than that.
changed_modules() {
  local file modules=""
  is_complete && [ -z "${DPGNN_PROFILES:-}" ] || return 1
  while IFS= read -r file; do
    case $file in
      lib-src/*/main/java/*.java) modules="$modules ${file%/main/java/*}" ;;
      *) return 1 ;;
    esac
  done < <(built_files -newer "$state/installed")
  sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$root/pom.xml" | while IFS= read -r file; do
    case "$modules " in *" $file "*) echo "$file" ;; esac
  done
}

# visible ACCESS FOLDER [PATH...]: what javap shows of the classes there, or of those with these paths: signatures and constants of
# members with this access. Nobody sees local classes and initialisers.
visible() {
  local access=$1 folder=$2 path
  shift 2
  (
    cd "$folder" || exit
    { if [ $# = 0 ]; then find . -name '*.class'; else for path; do ls "$path.class" "$path"\$*.class 2> /dev/null; done; fi; } |
      grep -v -e 'package-info[.]' -e '\$[0-9]' | LC_ALL=C sort | sed 's|^[.]/||; s|/|.|g; s|[.]class$||' |
      xargs "$java_home/bin/javap" "$access" -constants -cp . | grep -v '^  static {};$'
  ) 2>&1 | cksum
}

# compiled_alike NEW ACCESS FOLDER [PATH...]: compiles the sources that it reads, a line each, into the folder NEW, and fails where
# they do not compile or what is visible with this access is not as in FOLDER.
compiled_alike() {
  local new=$1 source
  shift
  rm -rf "$new" && mkdir -p "$new"
  while IFS= read -r source; do quoted "$source"; echo; done > "$state/sources"
  "$java_home/bin/javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -nowarn -proc:none -implicit:none -parameters --release 17 --add-modules jdk.incubator.vector \
    -cp "$(cat "$target/classpath")" -d "$new" "@$state/sources" > "$state/build.log" 2>&1 &&
    [ "$(visible "$1" "$new" "${@:3}")" = "$(visible "$@")" ]
}

# Compiles the sources that changed since the last build into its jars, where the rest of their modules may not see a change, else their
# modules. It fails, and leaves the build to Maven, where other modules may see one, or something does not compile.
build_changed() {
  local began=$SECONDS module name classes changed paths new=$state/classes.new
  changed_modules > "$state/changed" && [ -s "$state/changed" ] || return 1
  while IFS= read -r module; do
    name=dpgnn-$(basename "$module")
    classes=$target/$name/classes
    [ -d "$classes" ] && ls "$target/$name/$name"-*.jar > /dev/null 2>&1 || return 1
    changed=$(built_files -newer "$state/installed" | grep "^$module/")
    paths=$(sed 's|.*/main/java/||; s|[.]java$||' <<< "$changed")
    # shellcheck disable=SC2086
    sed "s|^|$root/|" <<< "$changed" | compiled_alike "$new" -package "$classes" $paths ||
      find "$root/$module/main/java" -name '*.java' | compiled_alike "$new" -protected "$classes" || return 1
    cp -R "$new/." "$classes/" && "$java_home/bin/jar" --update --file "$(ls "$target/$name/$name"-*.jar)" -C "$new" . || return 1
  done < "$state/changed"
  install_kernel
  archive_meanwhile 10 # when the kernel that waits for this has started
  say "built $(tr '\n' ' ' < "$state/changed")in $((SECONDS - began)) s"
}

build_and_install() {
  local began=$SECONDS before built megabytes waiting=
  before=$(repository_size)
  if [ "$(cat "$(fetched)" 2> /dev/null)" = "$(pom_sum)" ]; then say "building the library"
  else
    say "building the library; what this machine lacks of 260 MB is fetched from Maven Central first"
    { sleep 15; [ "$(repository_size)" -gt "$before" ] || [ -e "$target/dpgnn-accounting" ] || say "nothing has come from Maven Central yet; is there a network?"; } &
    waiting=$!
  fi
  maven -q package -T 1C -pl lib-src/notebooks -am -Dmaven.test.skip -Dspotless.check.skip > "$state/build.log" 2>&1 ||
    { local status=$?; [ -z "$waiting" ] || kill "$waiting" 2> /dev/null; stopped "$status" || fail "the build failed: $(maven_trouble "$state/build.log"); its log is $state/build.log"; exit 1; }
  [ -z "$waiting" ] || kill "$waiting" 2> /dev/null || true
  built=$((SECONDS - began)) began=$SECONDS
  say "installing the kernel"
  install_kernel
  case ${action:-} in open | run) archive_meanwhile ;; *) archive_kernel ;; esac
  megabytes=$(($(repository_size) - before))
  say "set-up:${apt_seconds:+ apt $apt_seconds s,} Maven $built s$([ "$megabytes" -lt 1 ] || echo " ($megabytes MB fetched)"), kernel $((SECONDS - began)) s"
}

export DPGNN_STATE=$state JUPYTER_PATH=$state/share/jupyter${JUPYTER_PATH:+:$JUPYTER_PATH}
