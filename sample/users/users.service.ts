import { Injectable } from '@nestjs/common';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
}

/** What each role may do. */
export const ROLES = {
  customer: ['read', 'order'],
  editor: ['read', 'order', 'edit_items'],
  admin: ['read', 'order', 'edit_items', 'delete_items'],
} as const;

const USERS: readonly User[] = [
  { id: 1, name: 'ada', roles: ['admin'] },
  { id: 2, name: 'bob', roles: ['editor'] },
  { id: 3, name: 'cem', roles: ['customer'] },
];

@Injectable()
export class UsersService {
  /** A demonstration: the token of a user is `demo-` and the name. A real one proves who is calling. */
  byToken(token: string): User | undefined {
    return USERS.find(({ name }) => token === `demo-${name}`);
  }
}
