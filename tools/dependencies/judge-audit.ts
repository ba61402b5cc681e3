/** What `npm audit --json` prints when the registry returns an audit. */
interface AuditReport {
  readonly vulnerabilities: Readonly<Record<string, { readonly severity: string; readonly range?: string }>>;
  readonly metadata: { readonly dependencies: { readonly prod: number } };
}

export interface AuditVerdict {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

const failingLevels = ['high', 'critical'];

/** Judges an audit. A registry that returns none is no failure of the change, but must not look like a pass. */
export function judgeAudit(stdout: string, stderr: string): AuditVerdict {
  const report = readReport(stdout);
  if (!report) {
    const reason = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? 'no reply';
    return {
      isGood: true,
      lines: ['!! DEPENDENCIES WERE NOT AUDITED: the registry returns no audits.', `!! ${reason}`],
    };
  }
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => failingLevels.includes(severity));
  if (found.length > 0) {
    return { isGood: false, lines: found.map(([name, { severity, range }]) => `${severity}: ${name} ${range ?? ''}`) };
  }
  const { prod } = report.metadata.dependencies;
  return { isGood: true, lines: [`${prod} packages that we ship: no known vulnerability of level high or above`] };
}

function readReport(text: string): AuditReport | null {
  try {
    const report = JSON.parse(text) as Partial<AuditReport> | null; // npm's own format, checked below
    return report?.vulnerabilities && report.metadata ? (report as AuditReport) : null;
  } catch {
    return null;
  }
}
