import { expect, test } from 'vitest';
import { judgeAudit } from './judge-audit.ts';

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 212 } } });

test('a grave hole in what we ship fails, and is named', () => {
  const verdict = judgeAudit(
    report({ 'left-over': { severity: 'critical', range: '<2.0.0' }, minor: { severity: 'moderate' } }),
    '',
  );

  expect(verdict).toEqual({ isGood: false, lines: ['critical: left-over <2.0.0'] });
});

test('smaller ones pass', () => {
  expect(judgeAudit(report({ minor: { severity: 'moderate' } }), '')).toEqual({
    isGood: true,
    lines: ['212 packages that we ship: no known hole of level high or above'],
  });
});

test.each(['{"message":"405 Method Not Allowed","statusCode":405,"body":""}', '', 'not json'])(
  'a registry that answers no audit is no pass: it is said loudly (%#)',
  (stdout) => {
    const { isGood, lines } = judgeAudit(stdout, 'npm warn x\nnpm error audit endpoint returned an error\n');

    expect(isGood).toBe(true);
    expect(lines[0]).toMatch(/^!! DEPENDENCIES WERE NOT AUDITED/);
    expect(lines[1]).toBe('!! npm error audit endpoint returned an error');
  },
);
