-- What the caller of a run learns of its error.

comment on column runs.error is 'Why it failed, masked: { code, message, safe, status }. safe: the Function threw it, and its message is for callers; absent: the platform ended the run.';
