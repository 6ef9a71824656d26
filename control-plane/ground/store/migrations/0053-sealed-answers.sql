-- The answer of an idempotent call, sealed as a secret's value is. `answer` holds only those of before, until they expire.
alter table idempotent_calls
  add column key_id text,
  add column wrapped_key bytea,
  add column ciphertext bytea,
  drop constraint idempotent_calls_check,
  add constraint idempotent_calls_answer check (
    (state = 'answered') = (answer is not null or ciphertext is not null)
    and (ciphertext is null) = (key_id is null) and (ciphertext is null) = (wrapped_key is null));
alter table idempotent_calls alter column ciphertext set storage external;
