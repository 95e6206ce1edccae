import { Injectable } from '@nestjs/common';
import { Settings } from '../settings.js';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly Role[];
}

export type Role = 'staff' | 'customer';

/** The capabilities of each role, which the permissions of routes name. */
export const ROLES = {
  staff: ['edit_products', 'read_orders'],
  customer: ['order'],
} as const satisfies Record<Role, readonly string[]>;

const DEMO_USERS = new Map<string, User>([
  ['demo-ada', { id: 1, name: 'Ada', roles: ['staff', 'customer'] }],
  ['demo-bob', { id: 2, name: 'Bob', roles: ['customer'] }],
  ['demo-cem', { id: 3, name: 'Cem', roles: ['customer'] }],
]);

/** In place of a table of users and of what checks their tokens. */
@Injectable()
export class UsersService {
  constructor(private readonly settings: Settings) {}

  byToken(token: string): User | undefined {
    return this.settings.hasDemoUsers ? DEMO_USERS.get(token) : undefined;
  }
}
