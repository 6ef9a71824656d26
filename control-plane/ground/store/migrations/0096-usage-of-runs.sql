-- Each attempt of a run is a call in usage. Whoever bills or plans wants to know how many runs these were.
alter table usage_days add column runs bigint not null default 0;
comment on column usage_days.runs is 'How many of the calls were the first attempts of runs, of any mode.';
