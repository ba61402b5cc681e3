/** What the tenancy rules need of a database. */
export interface Catalogue {
  relations: Relation[];
  roles: DatabaseRole[];
  /** The security definer functions outside PostgreSQL's own schemas and extensions. */
  functions: DefinerFunction[];
}

export interface Relation {
  schema: string;
  name: string;
  kind: 'table' | 'partition' | 'view' | 'materialized view';
  owner: string;
  columns: string[];
  hasRowSecurity: boolean;
  forcesRowSecurity: boolean;
  /** For a view: it reads with the rights of the caller, not of its owner. */
  isInvokersView: boolean;
  uniqueKeys: UniqueKey[];
  foreignKeys: ForeignKey[];
  policies: Policy[];
  /** Roles that were granted anything on it, except its owner. */
  grantees: string[];
}

export interface UniqueKey {
  name: string;
  /** In order; null where the index holds an expression. */
  columns: (string | null)[];
}

export interface ForeignKey {
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
}

export interface Policy {
  name: string;
  /** A restrictive policy can only remove access. */
  isPermissive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
}

export interface DatabaseRole {
  name: string;
  isSuperuser: boolean;
  bypassesRowSecurity: boolean;
}

export interface DefinerFunction {
  name: string;
  owner: string;
  settings: string[];
  isOpenToAll: boolean;
}
