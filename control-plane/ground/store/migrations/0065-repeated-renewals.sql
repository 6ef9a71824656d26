-- The answer to the use of a refresh token, sealed under a key that needs the token itself and SESSION_SECRET. It is kept for those who
-- repeat the request within half a minute, and then removed.
alter table oauth_refresh_tokens add column answer text;
create index oauth_refresh_tokens_answers on oauth_refresh_tokens (used_at) where answer is not null;
