-- Whether tools of an agent may send mail for a project (contract/09, D-1071). A constant default: no row is rewritten, and the lock
-- is held for an instant. The previous version does not read it.
alter table projects add column mcp_sending boolean not null default false;
