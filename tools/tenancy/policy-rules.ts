import type { Policy, Relation } from './catalogue.ts';
import type { TenancyFault } from './fault.ts';
import { isTenant } from './table-rules.ts';

/** Roles whose work crosses projects. */
const crossing = ['postrider_dispatch', 'postrider_owner'];

export function policyFaults(relation: Relation): TenancyFault[] {
  const open = relation.policies.filter(isOpen).filter(({ roles }) => !roles.every((role) => crossing.includes(role)));
  const found = open.map(({ name, roles }) => `policy ${name} lets ${roles.join(', ')} see every row`);
  if (isTenant(relation) && relation.kind === 'table') found.push(...tenantPolicies(relation));
  return found.map((message) => ({ subject: relation.name, rule: 'policy', message }));
}

const isOpen = ({ isPermissive, using, check }: Policy): boolean =>
  isPermissive && (using === 'true' || check === 'true');

/** Permissive policies add up, so each one that applies to a serving role must restrict it to its project. */
function tenantPolicies(relation: Relation): string[] {
  const reaching = relation.policies.filter(
    ({ isPermissive, roles }) => isPermissive && !roles.every((role) => crossing.includes(role)),
  );
  const forApp = reaching.filter(({ roles }) => roles.includes('postrider_app'));
  const missing = forApp.length === 0 ? ['no policy holds postrider_app to its project'] : [];
  const loose = reaching.filter((policy) => !isOpen(policy) && !holdsToProject(policy));
  return [...missing, ...loose.map(({ name }) => `policy ${name} does not compare project_id with app.project`)];
}

const holdsToProject = ({ using, check }: Policy): boolean =>
  [using, check].some((expression) => expression !== null) &&
  [using, check].every((expression) => expression === null || comparesProject(expression));

/** Why: `current_setting(…, true)` is refused, because it turns a forgotten project into null instead of an error. */
const comparesProject = (expression: string): boolean =>
  /^project_id=(select)?current_setting'app\.project'::uuid(ascurrent_setting)?$/.test(
    expression
      .toLowerCase()
      .replaceAll('::text', '')
      .replace(/[()\s]/g, ''),
  );
