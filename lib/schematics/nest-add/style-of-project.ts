import type { DirEntry, Tree } from '@angular-devkit/schematics';

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

function sourcesIn(folder: DirEntry): readonly string[] {
  if (folder.path.includes('/node_modules')) return [];
  const own = folder.subfiles.filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  return [
    ...own.map((name) => `${folder.path}/${name}`),
    ...folder.subdirs.flatMap((name) => sourcesIn(folder.dir(name))),
  ];
}
