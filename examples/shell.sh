# Functions of a shell for the examples. They need URL, api and field of the quickstart, steps 1 and 2.

# open_project SLUG: makes a Project and selects it.
open_project() {
  PROJECT_ID=$(api "$URL/api/projects" -d "{\"slug\":\"$1\",\"name\":\"$1\"}" | field id)
  api -X POST "$URL/api/projects/$PROJECT_ID/select" -o /dev/null
}

# open_endpoint KIND SLUG: makes an endpoint. Sets ENDPOINT_ID, and ENDPOINT_URL to its address in Development.
open_endpoint() {
  local endpoint
  endpoint=$(api "$URL/api/runtime-endpoints" -d "{\"kind\":\"$1\",\"slug\":\"$2\"}")
  ENDPOINT_ID=$(echo "$endpoint" | field id)
  ENDPOINT_URL=$(echo "$endpoint" | field urls.development)
}

# import_manifest FOLDER: imports an example into that endpoint. Prints how much it changes, and which
# secrets and connections Development or Production lacks.
import_manifest() {
  local manifest digest path="$URL/api/runtime-endpoints/$ENDPOINT_ID/manifest"
  manifest=$(node examples/manifest.mjs "$1")
  digest=$(echo "{\"manifest\":$manifest}" | api "$path/preview" -d @- | field digest)
  echo "{\"manifest\":$manifest,\"previewDigest\":\"$digest\"}" | api "$path" -d @- |
    node -p 'const { changes, missing } = JSON.parse(require("fs").readFileSync(0));
      const names = [...missing.secrets, ...missing.connections];
      [`${changes.length} changes`, ...names.map((name) => `Development or Production lacks ${name}`)].join("\n")'
}

# id_of RESOURCE NAME: the id of what has this name or slug. RESOURCE is functions or data-collections.
id_of() { api "$URL/api/$1?limit=200" | field "items.find(({ name, slug }) => [name, slug].includes('$2')).id"; }

# deploy: deploys the Project to Development, waits, and prints how that ended.
deploy() {
  local status
  api -X POST "$URL/api/deployments" -o /dev/null
  while :; do
    status=$(api "$URL/api/deployments?limit=1" | field 'items[0].status')
    case $status in completed | failed | cancelled) break ;; esac
    sleep 0.2
  done
  echo "$status"
  if [ "$status" = failed ]; then api "$URL/api/deployments?limit=1" | field 'items[0].error'; fi
}

# new_key NAME [MORE]: makes an API key of the endpoint for Development, and prints it. MORE is JSON such as "tenantId":"acme".
new_key() {
  api "$URL/api/runtime-endpoints/$ENDPOINT_ID/api-keys" \
    -d "{\"name\":\"$1\",\"environment\":\"development\"${2:+,$2}}" | field value
}

# call_tool KEY TOOL ARGUMENTS: calls a tool as an MCP client does, and prints what it returns.
call_tool() {
  curl -sS "$ENDPOINT_URL" -H "x-api-key: $1" -H 'content-type: application/json' \
    -H 'accept: application/json, text/event-stream' \
    -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$2\",\"arguments\":$3}}" |
    node -p 'const { error, result } = JSON.parse(require("fs").readFileSync(0)); error?.message ?? result.content[0].text'
}
