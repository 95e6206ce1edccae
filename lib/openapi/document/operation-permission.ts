import type { CallbackDescription, PermissionDescription } from '../../routes/route-description.js';
import type { WholeOperation } from './open-api-types.js';

/** Who may call an operation, as a sentence; as a list if a combination has more than two parts, or others in it. */
export function permissionText(permission: PermissionDescription): string {
  const isList = 'permissions' in permission && !isShort(permission.permissions);
  if (isList) return `May be called by callers that meet ${conditionsText(permission, '')}`;
  const callers = permission.kind === 'public' ? 'anyone' : `callers ${conditionText(permission)}`;
  return `May be called by ${callers}.`;
}

type Combination = Extract<PermissionDescription, { readonly permissions: unknown }>;

function isShort(parts: readonly PermissionDescription[]): boolean {
  return parts.length <= 2 && parts.every((part) => !('permissions' in part));
}

/** `with the capability a and that the application accepts (Owns the item)`. */
function conditionText(permission: PermissionDescription): string {
  switch (permission.kind) {
    case 'public':
      return 'of any kind';
    case 'capability':
      return `with the capability \`${permission.name}\``;
    case 'guarded':
      return 'that the guards of the application admit';
    case 'callback':
      return `that the application accepts${callbackText(permission)}`;
    case 'allOf':
      return permission.permissions.map(conditionText).join(' and ');
    case 'anyOf':
      return permission.permissions.map(conditionText).join(' or ');
  }
}

/** The names of classes are for the developers of the application. */
function callbackText({ description }: CallbackDescription): string {
  return description === undefined ? '' : ` (${description.replace(/[.]$/, '')})`;
}

/** The conditions of a combination as a list of Markdown, each below the one that it is part of. */
function conditionsText({ kind, permissions }: Combination, indent: string): string {
  const items = permissions.map((part) =>
    'permissions' in part && part.permissions.length > 1
      ? conditionsText(part, `${indent}  `)
      : oneCondition(part),
  );
  const title = kind === 'allOf' ? 'all of these conditions:' : 'one of these conditions:';
  const list = items.map((item) => `${indent}- ${item}`).join('\n');
  // A list needs a blank line before it, unless it is within another one.
  return `${title}\n${indent === '' ? '\n' : ''}${list}`;
}

function oneCondition(part: PermissionDescription): string {
  switch (part.kind) {
    case 'public':
      return 'none: anyone may call it';
    case 'capability':
      return `the capability \`${part.name}\``;
    case 'guarded':
      return 'the guards of the application admit them';
    case 'callback':
      return `the application accepts them${callbackText(part)}`;
    default:
      return part.permissions.map(oneCondition).join();
  }
}

/** One way to satisfy a permission. */
interface Alternative {
  /** The names of the capabilities that it needs. */
  readonly capabilities: readonly string[];
  /** Only callbacks decide, and only they know whether they accept anonymous callers. */
  readonly mayBeAnonymous: boolean;
}

/**
 * The security requirements of a permission: the caller may use any of the schemes. Capabilities are listed
 * where OpenAPI lists scopes and roles; those of `allOf` in one requirement, those of `anyOf` in one each.
 */
export function securityOf(
  permission: PermissionDescription,
  schemes: readonly string[],
): WholeOperation['security'] {
  if (permission.kind === 'public') return [];
  const alternatives = alternativesOf(permission);
  const lists = new Map(
    alternatives.map(({ capabilities }) => [capabilities.join('\n'), capabilities]),
  );
  return [
    ...(alternatives.some(({ mayBeAnonymous }) => mayBeAnonymous) ? [{}] : []),
    ...[...lists.values()].flatMap((list) => schemes.map((name) => ({ [name]: [...list] }))),
  ];
}

function alternativesOf(permission: PermissionDescription): readonly Alternative[] {
  switch (permission.kind) {
    case 'public':
      return [{ capabilities: [], mayBeAnonymous: true }];
    case 'guarded':
      return [{ capabilities: [], mayBeAnonymous: false }];
    case 'callback':
      return [{ capabilities: [], mayBeAnonymous: permission.anonymous !== false }];
    case 'capability':
      return [{ capabilities: [permission.name], mayBeAnonymous: false }];
    case 'anyOf':
      return permission.permissions.flatMap(alternativesOf);
    case 'allOf':
      return permission.permissions.map(alternativesOf).reduce(joinAlternatives);
  }
}

/** Combines each of the first with each of the second. */
function joinAlternatives(
  first: readonly Alternative[],
  second: readonly Alternative[],
): readonly Alternative[] {
  return first.flatMap((one) =>
    second.map((other) => ({
      capabilities: [...new Set([...one.capabilities, ...other.capabilities])],
      mayBeAnonymous: one.mayBeAnonymous && other.mayBeAnonymous,
    })),
  );
}
