import { ts } from '../program/typescript.js';

export function isStatic(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Static);
}

export function isAbstract(declaration: ts.Declaration): boolean {
  return has(declaration, ts.ModifierFlags.Abstract);
}

export function isReadonly(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Readonly);
}

/** Whether a member is `private` or `protected`. */
export function isHidden(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
}

/** Whether a member is neither `private`, `protected` nor `#private`. */
export function isPublic(member: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(member);
  return !(name !== undefined && ts.isPrivateIdentifier(name)) && !isHidden(member);
}

function has(declaration: ts.Declaration, flags: ts.ModifierFlags): boolean {
  return (ts.getCombinedModifierFlags(declaration) & flags) !== 0;
}
