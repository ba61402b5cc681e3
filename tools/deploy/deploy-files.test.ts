import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../source/repository-root.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot, 'deploy', path), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds; the schemas check their form
type Manifest = any;

const kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'apps/v1': apps,
  'batch/v1': batch,
  'policy/v1': policy,
  v1: core,
};
const kustomization: Manifest = parse(read('kubernetes/kustomization.yaml'));
const manifests: Manifest[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()),
);
const named = (kind: string): [string, Manifest][] =>
  manifests.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one]);
const templates: [string, Manifest][] = [...named('Deployment'), ...named('Job')].map(([name, one]) => [
  name,
  one.spec.template.spec,
]);

test('the Dockerfile has nothing that its linter knows to be wrong', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
});

test('the kustomization lists every file of its folder', () => {
  const files = readdirSync(join(repositoryRoot, 'deploy/kubernetes')).filter((file) => file !== 'kustomization.yaml');
  expect(new Set(kustomization.resources)).toEqual(new Set(files));
});

test('every manifest is one of its kind by the schemas of Kubernetes', () => {
  for (const manifest of manifests) {
    const Kind = kinds[manifest.apiVersion]?.[manifest.kind] as new (given: Manifest) => { validate(): void };
    expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow();
  }
  expect(named('Deployment').map(([name]) => name)).toEqual(['postrider-api', 'postrider-worker', 'postrider-inbound']);
});

test.each(templates)(
  '%s runs without root, without capabilities, on a root for reading alone',
  (_name, { securityContext, containers, ...pod }) => {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(containers).toHaveLength(1);
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].resources.limits.memory).toMatch(/^\d+[MG]i$/);
  },
);

test.each(named('Deployment'))(
  '%s: probes ask the operator port, a stop has its time, a budget keeps others up',
  (name, { spec }) => {
    const [container] = spec.template.spec.containers;
    const ports = container.ports.map((port: Manifest) => port.name);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet)).toEqual([
      { path: '/health', port: 'operator' },
      { path: '/health', port: 'operator' },
      { path: '/ready', port: 'operator' },
    ]);
    expect(ports).toContain('operator');
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(50);
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    expect(named('PodDisruptionBudget').find(([budget]) => budget === name)?.[1].spec.selector).toEqual(spec.selector);
    for (const [, service] of named('Service').filter(([other]) => other === name)) {
      expect(service.spec.selector).toEqual(spec.selector.matchLabels);
      for (const port of service.spec.ports) expect(ports).toContain(port.targetPort);
    }
  },
);

test('no manifest holds a secret: they are named, and the migrator alone has the login of the schema', () => {
  expect(named('Secret')).toEqual([]);
  const secrets = templates.map(([name, { containers }]) => [
    name,
    containers[0].envFrom.map((from: Manifest) => from.secretRef?.name).filter(Boolean),
  ]);
  expect(Object.fromEntries(secrets)).toEqual({
    'postrider-api': ['postrider'],
    'postrider-worker': ['postrider'],
    'postrider-inbound': ['postrider'],
    'postrider-migrate': ['postrider-migrate'],
  });
});

test('the compose file gives each service the secrets that it reads, after they were made', () => {
  const { services, volumes }: Manifest = parse(read('compose.yaml'), { merge: true });
  const mounts = (name: string): string[] =>
    services[name].volumes.filter((mount: string) => mount.includes('secrets'));
  expect(mounts('api')).toEqual(['secrets:/secrets:ro']);
  expect(mounts('worker')).toEqual(['secrets:/secrets:ro']);
  expect(mounts('migrate')).toEqual(['secrets:/secrets:ro', 'migrate-secrets:/migrate-secrets:ro']);
  expect(mounts('postgres')).toEqual(['database-secrets:/secrets:ro']);
  expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['secrets', 'migrate-secrets', 'database-secrets']));
  expect(services.postgres.depends_on.secrets).toEqual({ condition: 'service_completed_successfully' });
  for (const name of ['secrets', 'migrate', 'api', 'worker', 'inbound']) {
    expect(services[name], name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      image: expect.stringContaining('postrider'),
    });
  }
});

test('the Job of the page on backups logs in as the migrator and may write in its volume alone', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/operating/backup.md'), 'utf8');
  const job: Manifest = parse(/^```yaml\n(.*?)^```/ms.exec(page)?.[1] ?? '');
  expect(() => new batch.Job(job).validate()).not.toThrow();
  const { containers, securityContext, volumes } = job.spec.template.spec;
  const [migrator] = templates.filter(([name]) => name === 'postrider-migrate').map(([, one]) => one);
  expect(securityContext).toEqual({ ...migrator.securityContext, fsGroup: migrator.securityContext.runAsGroup });
  expect(containers[0].securityContext).toEqual(migrator.containers[0].securityContext);
  expect(containers[0].envFrom.at(-1)).toEqual(migrator.containers[0].envFrom.at(-1)); // the last one's DATABASE_URL holds
  const [claim] = volumes.filter((volume: Manifest) => volume.persistentVolumeClaim);
  const [mount] = containers[0].volumeMounts.filter((one: Manifest) => one.name === claim.name);
  expect(containers[0].args[1].startsWith(`${mount.mountPath}/`)).toBe(true);
});
