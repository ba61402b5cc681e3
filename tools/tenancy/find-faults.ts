import type { Catalogue, DatabaseRole, DefinerFunction } from './catalogue.ts';
import type { TenancyFault } from './fault.ts';
import { ownerFunctions } from './owner-functions.ts';
import { policyFaults } from './policy-rules.ts';
import { tableFaults } from './table-rules.ts';

const roles = ['postrider', 'postrider_owner', 'postrider_app', 'postrider_worker', 'postrider_dispatch'];

/** Every violation of the rules that keep projects apart. */
export function findFaults(catalogue: Catalogue): TenancyFault[] {
  return [
    ...catalogue.relations.flatMap((relation) => [
      ...tableFaults(relation, catalogue.relations),
      ...policyFaults(relation),
    ]),
    ...catalogue.roles.filter(({ name }) => roles.includes(name)).flatMap(roleFaults),
    ...catalogue.functions.flatMap(functionFaults),
  ];
}

function roleFaults({ name, isSuperuser, bypassesRowSecurity }: DatabaseRole): TenancyFault[] {
  const fault = { subject: name, rule: 'role' };
  return [
    ...(isSuperuser ? [{ ...fault, message: 'is a superuser' }] : []),
    ...(bypassesRowSecurity ? [{ ...fault, message: 'bypasses row security' }] : []),
  ];
}

function functionFaults({ name, owner, settings, isOpenToAll }: DefinerFunction): TenancyFault[] {
  const fault = { subject: name, rule: 'definer' };
  const found: TenancyFault[] = [];
  const expectedOwner = name in ownerFunctions ? 'postrider_owner' : 'postrider_dispatch';
  if (owner !== expectedOwner) found.push({ ...fault, message: `is owned by ${owner}, not ${expectedOwner}` });
  if (!settings.some((setting) => setting.startsWith('search_path='))) {
    found.push({ ...fault, message: 'does not set search_path' });
  }
  if (isOpenToAll) found.push({ ...fault, message: 'may be executed by public' });
  return found;
}
