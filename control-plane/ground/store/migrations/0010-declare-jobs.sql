-- A new kind, 'declare': a worker writes down what the Libraries of a Project export. Which kinds there are is said by
-- `JobKind` alone from here on: each new one would have to repeat all others here.
alter table jobs drop constraint jobs_kind_check;
