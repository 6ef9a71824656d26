// Adds a button to each block of code. Without this script, people select the code themselves.
for (const block of document.querySelectorAll(".code")) {
  const code = block.querySelector("code");
  const button = document.createElement("button");
  const say = (text) => {
    button.textContent = text;
    setTimeout(() => (button.textContent = "Copy"), 2_000);
  };
  // Browsers have no clipboard for a page over plain HTTP. There, the selection lets people copy with a key.
  const select = () => {
    getSelection().selectAllChildren(code);
    say("Selected");
  };
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(code.textContent.replace(/\n$/, "")).then(() => say("Copied"), select);
  });
  block.append(button);
}
