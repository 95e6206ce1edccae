import { createClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { NO_TYPE_ARGUMENTS } from '../syntax/type-arguments.js';
import { readCheckedType } from './checked/read-checked-type.js';
import { readMembers } from './objects/read-members.js';
import { readType } from './read-type.js';
import type { TypeScope } from './type-reader.js';

/** The scope in which the members of a class are read, for the signature of that class. */
export function createTypeScope(view: ProjectView, home: ts.ClassLikeDeclaration): TypeScope {
  return {
    view,
    references: createClassReferences(view, home),
    typeArguments: NO_TYPE_ARGUMENTS,
    depth: 0,
    readType,
    readMembers,
    readCheckedType,
    isReturned: false,
    outer: [],
    path: '',
    count: { objects: 0 },
  };
}
