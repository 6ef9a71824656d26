-- Finds the deliveries that nothing has begun in their time, however many others wait.
create index deliveries_given_up on deliveries (give_up_at) where status = 'queued';
