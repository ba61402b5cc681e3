/**
 * The tables that belong to no project, each with the reason. Every other table of the public schema must be sealed by
 * its project; a new table is in one list or the other, or the check fails.
 */
export const instanceTables: Record<string, string> = {
  migrations: 'written by the migrator alone',
  sending_resumes: 'one row: when sending was last resumed after a pause',
  sql_functions: 'written by the migrator alone',
  retention_rules: 'how long tables keep their rows; written by migrations alone',
  users: 'a person may belong to many projects',
  sessions: 'belongs to a person',
  identities: 'belongs to a person',
  account_tokens: 'verification and reset belong to a person',
  projects: 'the tenants themselves; reached by membership',
  memberships: 'read to find out which projects a person may enter, so before a project is known',
  invitations: 'accepted by a person who is not yet in the project',
  api_keys: 'read to find out which project a request belongs to',
  event_mark: 'one row: how far the events of all projects are counted',
  content_facts_mark: 'one row: how far the contents of all projects are processed after an upgrade',
  rate_limits: 'counts addresses and keys before a project is known',
  instance_settings: 'one row for the whole installation',
  instance_suppressions: 'addresses that no project of this installation may send to',
  sns_messages: 'messages of a provider by their id, accepted before a project is known',
  payment_events: 'events of the payment provider by their id, accepted before a project is known',
  meter_events: 'what the payment provider is told to bill; outlives the project',
  ended_subscriptions: 'subscriptions of projects that are deleted, until they are ended; outlive the project',
  delivery_channels: 'which process and which relay attempts of all projects share; nothing of a project',
  file_removals: 'names of stored files that no row of a project has, or has any more; outlives the project',
  worker_pause: 'one row while the workers of a restored installation wait',
  send_tokens: 'how fast mail may leave; buckets of the installation, of relays and of projects, by key',
};

/** Unique keys of tenant tables that span projects on purpose, each with the reason. */
export const crossProjectKeys: Record<string, string> = {
  billing_accounts_customer: 'a customer of the payment provider pays for one project (D-1149)',
  domains_verified_owner: 'at most one project of the installation has a domain verified (D-709)',
};
