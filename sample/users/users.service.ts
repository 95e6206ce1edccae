import { Injectable } from '@nestjs/common';
import { hashPassword, isPassword, type HashedPassword } from './passwords.js';

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

/** So that the sample can be tried: a real application has no password in its source. */
const DEMO_PASSWORD = 'open sesame';

@Injectable()
export class UsersService {
  /** All have the same here. */
  readonly #password: Promise<HashedPassword> = hashPassword(DEMO_PASSWORD);

  byId(id: number): User | undefined {
    return USERS.find((user) => user.id === id);
  }

  /** A login that nobody has takes as long as a wrong password. */
  async byPassword(login: string, password: string): Promise<User | undefined> {
    const user = USERS.find(({ name }) => name === login);
    const isRight = await isPassword(password, await this.#password);
    return isRight ? user : undefined;
  }

  /** `demo-ada` for the commands of docs/getting-started.md; not in production, as anybody can guess them. */
  byDemoToken(token: string): User | undefined {
    if (process.env['NODE_ENV'] === 'production') return undefined;
    return USERS.find(({ name }) => token === `demo-${name}`);
  }
}
