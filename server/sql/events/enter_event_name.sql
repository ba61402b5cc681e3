-- Called with each recorded name. Holds off a removal of the name until the transaction ends, and returns one that is under
-- way. Why a function: its query sees what was committed while it waited for the lock.
create or replace function enter_event_name(project uuid, wanted text) returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(project::text || wanted, 8));
  return (select removing_through from event_names where project_id = project and name = wanted);
end $$;
