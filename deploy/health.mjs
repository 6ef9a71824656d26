// Exit code 0 while the role of this container answers /health on its own port.
try {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
