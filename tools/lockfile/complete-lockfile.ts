export interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/**
 * Adds the optional packages of other platforms that a lockfile leaves out.
 * Why: a mirror without them makes npm write a lockfile without them, which `npm ci` then refuses.
 */
export function completeLockfile<T extends Lockfile>(lockfile: T): T {
  const packages = { ...lockfile.packages };
  for (const [path, parent] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const isPresent = `node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages;
      if (!isPresent && isPlain(version)) packages[`node_modules/${name}`] = stub(name, version, parent.dev ?? false);
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

const isPlain = (version: string): boolean => /^\d+\.\d+\.\d+$/.test(version);

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Such packages have their platform in their name; with it recorded, other platforms do not install them. */
function stub(name: string, version: string, dev: boolean): LockedPackage {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : [];
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
