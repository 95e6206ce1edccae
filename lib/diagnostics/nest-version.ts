/**
 * The packages of Nest that the library calls into, with the versions that its tests run on: each major from its
 * oldest one on. The peer ranges of `package.json` allow any Nest 11 and 12. With the ranges below as peers, npm
 * would fail with `ERESOLVE` before `nest add` or the startup can name the update.
 */
const SUPPORTED_NEST = {
  '@nestjs/core': '^11.2.10 || ^12.2.0',
  '@nestjs/common': '^11.2.10 || ^12.2.0',
  '@nestjs/platform-express': '^11.2.10 || ^12.2.0',
  '@nestjs/platform-fastify': '^11.2.8 || ^12.1.1',
  '@nestjs/testing': '^11.2.6 || ^12.1.1',
} as const;

export type NestPackage = keyof typeof SUPPORTED_NEST;

export const NEST_PACKAGES = Object.keys(SUPPORTED_NEST) as readonly NestPackage[];

export function isNestSupported(name: NestPackage, version: string): boolean {
  const found = numbersOf(version);
  // A pre-release comes before its version, and ranges exclude it.
  if (version.includes('-')) return false;
  return SUPPORTED_NEST[name].split(' || ').some((part) => {
    const oldest = numbersOf(part.slice(1));
    const different = oldest.findIndex((number, at) => number !== found[at]);
    if (different === -1) return true;
    return different > 0 && (found[different] ?? 0) > (oldest[different] ?? 0);
  });
}

/**
 * Explains which package of Nest is not supported, and the command that installs a supported one.
 *
 * @param found The installed version, if it is known.
 * @param names All packages of Nest that the application has: their versions must be compatible.
 * @param install The command of the package manager: `npm install`.
 */
export function explainNestUpdate(
  name: NestPackage,
  found: string | undefined,
  names: readonly string[],
  install = 'npm install',
): string {
  const major = (numbersOf(found ?? '11')[0] ?? 11) < 12 ? 11 : 12;
  // Yarn writes what it is given into package.json: "11" would be the range.
  const isYarn = install.startsWith('yarn');
  const packages = names
    .map((one) => (isYarn ? `"${one}@^${major}"` : `${one}@${major}`))
    .join(' ');
  return (
    `nestjs-rest-routes needs ${name} ${SUPPORTED_NEST[name]}, and ${found ?? 'an older version'} is installed. ` +
    `Update Nest: ${install} ${packages}`
  );
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
