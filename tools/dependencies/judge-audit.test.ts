import { expect, test } from 'vitest';
import { judgeAudit } from './judge-audit.ts';

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 212 } } });

test('a high or critical vulnerability in what we ship fails and is named', () => {
  const verdict = judgeAudit(
    report({ 'left-over': { severity: 'critical', range: '<2.0.0' }, minor: { severity: 'moderate' } }),
    '',
  );

  expect(verdict).toEqual({ isGood: false, lines: ['critical: left-over <2.0.0'] });
});

test('lower levels pass', () => {
  expect(judgeAudit(report({ minor: { severity: 'moderate' } }), '')).toEqual({
    isGood: true,
    lines: ['212 packages that we ship: no known vulnerability of level high or above'],
  });
});

test.each(['{"message":"405 Method Not Allowed","statusCode":405,"body":""}', '', 'not json'])(
  'a registry that returns no audit is no pass: a warning is printed (%#)',
  (stdout) => {
    const { isGood, lines } = judgeAudit(stdout, 'npm warn x\nnpm error audit endpoint returned an error\n');

    expect(isGood).toBe(true);
    expect(lines[0]).toMatch(/^!! DEPENDENCIES WERE NOT AUDITED/);
    expect(lines[1]).toBe('!! npm error audit endpoint returned an error');
  },
);
