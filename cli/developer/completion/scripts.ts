/** The program that bash runs. It passes the words of the line as they are, and evaluates none of them. */
const bash = `_ferrule() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(ferrule complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ferrule ferrule
`;

const zsh = `#compdef ferrule
_ferrule() {
  local line
  local -a values
  while IFS= read -r line; do
    values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(ferrule complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#values} )); then
    _describe ferrule values
  else
    _files
  fi
}
compdef _ferrule ferrule
`;

const fish = `function __ferrule_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  ferrule complete -- $before[2..-1] "$current" 2>/dev/null
end
complete -c ferrule -f -a '(__ferrule_complete)'
`;

/** The script that each shell reads to complete the command. */
export const scripts = { bash, zsh, fish } as const;

export type Shell = keyof typeof scripts;
export const shells = Object.keys(scripts) as Shell[];
