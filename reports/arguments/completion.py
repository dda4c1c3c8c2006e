"""Completion for four shells, written from the tree of commands.

bash:        eval "$(ptcert --completion bash)", in ~/.bashrc
zsh:         ptcert --completion zsh > a file _ptcert in a folder of $fpath
fish:        ptcert --completion fish > ~/.config/fish/completions/ptcert.fish
PowerShell:  ptcert --completion powershell | Out-String | Invoke-Expression, in $PROFILE
"""

from collections.abc import Callable, Iterator

from reports.arguments.tree import FILE, NOTHING, Command, Option


def bash(tree: tuple[Command, ...]) -> str:
    """Return a function for bash; files are left to the shell, which knows how to quote them."""
    names = "|".join(command.name for command in tree[1:])
    values = "\n".join(line for command in tree for line in _bash_values(command))
    words = "\n".join(f"        '{c.name}') words='{_words(c, tree)}' ;;" for c in tree)
    return f"""_ptcert() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}"
    local command='' words='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${{COMP_WORDS[i]}}" in
            {names})
                command="${{COMP_WORDS[i]}}"
                break ;;
        esac
    done
    COMPREPLY=()
    case "$command $prev" in
{values}
    esac
    case "$command" in
{words}
    esac
    if [[ "$cur" == -* || -z "$command" ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    fi
}}
complete -o default -F _ptcert ptcert
"""


def _bash_values(command: Command) -> Iterator[str]:
    """Yield the options that take a value by what follows: choices, a file, nothing known."""
    cases: dict[str, list[str]] = {}
    for option in command.options:
        if option.value != NOTHING:
            names = [f"'{command.name} {name}'" for name in option.names]
            cases.setdefault(_bash_act(option), []).extend(names)
    for act, names in cases.items():
        yield f"        {'|'.join(names)})\n            {act}return ;;"


def _bash_act(option: Option) -> str:
    if option.choices:
        words = " ".join(option.choices)
        return f"""mapfile -t COMPREPLY < <(compgen -W '{words}' -- "$cur"); """
    return "" if option.value == FILE else "compopt +o default; "


def _words(command: Command, tree: tuple[Command, ...]) -> str:
    options = [name for option in command.options for name in option.names]
    return " ".join([*options, *(other.name for other in tree[1:] if not command.name)])


def zsh(tree: tuple[Command, ...]) -> str:
    """Return a function for zsh, in the language of _arguments."""
    program, *others = tree
    described = "\n".join(f"        {_single(f'{c.name}:{c.help}')}" for c in others)
    cases = "\n".join(
        f"        {c.name})\n            _arguments {_zsh_specs(c)} ;;" for c in others
    )
    return f"""#compdef ptcert
_ptcert() {{
    local context state state_descr line
    typeset -A opt_args
    local -a commands=(
{described}
    )
    _arguments -C {_zsh_specs(program)} '1: :->command' '*:: :->rest'
    case "$state" in
        command) _describe command commands ;;
        rest) case "$words[1]" in
{cases}
        esac ;;
    esac
}}
if [ "$funcstack[1]" = "_ptcert" ]; then _ptcert "$@"; else compdef _ptcert ptcert; fi
"""


def _zsh_specs(command: Command) -> str:
    specs = [_single(spec) for option in command.options for spec in _zsh_option(option)]
    files = ["'*:file:_files'"] if command.takes_files else []
    return " ".join([*specs, *files])


def _zsh_option(option: Option) -> Iterator[str]:
    said = "".join(f"\\{c}" if c in "[]:\\" else c for c in option.help)
    value = ""
    if option.choices:
        value = f":value:({' '.join(option.choices)})"
    elif option.value != NOTHING:
        value = ":file:_files" if option.value == FILE else ":value: "
    for name in option.names:
        yield f"{name}[{said}]{value}"


def fish(tree: tuple[Command, ...]) -> str:
    """Return lines for fish, one for each option."""
    program, *others = tree
    first = "complete -c ptcert -n '__fish_use_subcommand'"
    lines = ["complete -c ptcert -f"]
    lines += [f"{first} -a {c.name} -d {_fish(c.help)}" for c in others]
    lines += [f"{first} {_fish_option(option)}" for option in program.options]
    for command in others:
        then = f"complete -c ptcert -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"{then} {_fish_option(option)}" for option in command.options]
        lines += [f"{then} -F"] if command.takes_files else []
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names]
    value = []
    if option.choices:
        value = [f"-x -a {_fish(' '.join(option.choices))}"]
    elif option.value != NOTHING:
        value = ["-r -F" if option.value == FILE else "-x"]
    return " ".join([*names, *value, f"-d {_fish(option.help)}"])


def powershell(tree: tuple[Command, ...]) -> str:
    """Return an argument completer for PowerShell; files are its own default."""
    words = "\n".join(
        f"        {_power(c.name)} = {_power_list(_words(c, tree).split())}" for c in tree
    )
    values = "\n".join(
        f"        {_power(f'{c.name} {name}')} = {_power_list(list(option.choices))}"
        for c in tree
        for option in c.options
        for name in option.names
        if option.choices
    )
    return f"""Register-ArgumentCompleter -Native -CommandName ptcert -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @{{
{words}
    }}
    $values = @{{
{values}
    }}
    $typed = @($commandAst.CommandElements | ForEach-Object {{ $_.ToString() }})
    $named = @($typed | Select-Object -Skip 1 | Where-Object {{ $words.ContainsKey($_) }})
    $command = if ($named) {{ $named[0] }} else {{ '' }}
    $before = if ($wordToComplete) {{ $typed[-2] }} else {{ $typed[-1] }}
    $known = $values["$command $before"]
    if (-not $known) {{ $known = $words[$command] }}
    $known | Where-Object {{ $_ -like "$wordToComplete*" }} | ForEach-Object {{
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }}
}}
"""


def _single(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _power(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _power_list(words: list[str]) -> str:
    return f"@({', '.join(map(_power, words))})"


SHELLS: dict[str, Callable[[tuple[Command, ...]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
    "powershell": powershell,
}
