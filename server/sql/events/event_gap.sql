-- How many whole days lie between an event and the contact's previous one of the name: 100 for longer and for none.
create or replace function event_day(at timestamptz) returns date language sql immutable parallel safe
return (at at time zone 'UTC')::date;

create or replace function event_gap(created_at timestamptz, previous_at timestamptz) returns smallint
language sql immutable parallel safe
return (case when previous_at is null then 100 else least(100, event_day(created_at) - event_day(previous_at)) end)::smallint;
