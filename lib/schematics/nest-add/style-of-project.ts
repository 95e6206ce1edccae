import type { DirEntry, SchematicContext, Tree } from '@angular-devkit/schematics';

/** The words of `forRoot({ style })`. */
export type Style = 'nest' | 'wordpress';

/** Texts that have to do with WordPress: its name, a package of it, a path of its API. */
const WORDPRESS = /word-?press|woocommerce|wp-json|wp-api|wpapi/i;

/** Files of a project that state what it is for. */
const PAGES = ['/package.json', '/README.md'];

/** The style of a project: `wordpress` if it says anything of WordPress, else `nest`. */
export function styleOf(tree: Tree, sourceRoot: string): Style {
  const says = (path: string): boolean => tree.exists(path) && WORDPRESS.test(tree.readText(path));
  const isForWordPress = PAGES.some(says) || sourcesIn(tree.getDir(`/${sourceRoot}`)).some(says);
  return isForWordPress ? 'wordpress' : 'nest';
}

/** A controller, but not the one that `nest new` writes. */
const CONTROLLER = /@Controller\((?![\s\S]*getHello)/;

const REJECTS_UNKNOWN = /forbidNonWhitelisted\s*:\s*true/;

/**
 * The habits of `style: 'nest'` that would change an API which exists: its controllers ignore or strip properties that
 * they do not declare, and a method that a path does not have is a 404. Empty for a new API.
 */
export function habitsOfExisting(
  tree: Tree,
  sourceRoot: string,
): readonly (readonly [name: string, value: string | boolean])[] {
  const texts = sourcesIn(tree.getDir(`/${sourceRoot}`)).map((path) => tree.readText(path));
  if (!texts.some((text) => CONTROLLER.test(text))) return [];
  const rejects = texts.some((text) => REJECTS_UNKNOWN.test(text));
  return [
    ...(rejects ? [] : [['unknownArguments', 'ignore'] as const]),
    ['methodNotAllowed', false],
  ];
}

/** Without a terminal, nothing has asked for it. */
export function sayStyle(style: Style, path: string, { logger }: SchematicContext): void {
  const [reason, other] =
    style === 'nest' ? ['does not mention WordPress', 'wordpress'] : ['mentions WordPress', 'nest'];
  logger.info(
    `The API has the style '${style}', because the project ${reason}. To change it, write RestModule.forRoot({ style: '${other}' }) in ${path.slice(1)}.`,
  );
}

export function sayHabits(path: string, { logger }: SchematicContext): void {
  logger.info(
    `The project has controllers, so the options in ${path.slice(1)} keep their habits for routes that replace them. For new routes only, leave out unknownArguments and methodNotAllowed.`,
  );
}

function sourcesIn(folder: DirEntry): readonly string[] {
  if (folder.path.includes('/node_modules')) return [];
  const own = folder.subfiles.filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  return [
    ...own.map((name) => `${folder.path}/${name}`),
    ...folder.subdirs.flatMap((name) => sourcesIn(folder.dir(name))),
  ];
}
