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

/** Only for the sample: a real application has no password in its source. */
const DEMO_PASSWORD = 'open sesame';

@Injectable()
export class UsersService {
  /** All users of the sample have the same password. */
  readonly #password: Promise<HashedPassword> = hashPassword(DEMO_PASSWORD);

  byId(id: number): User | undefined {
    return USERS.find((user) => user.id === id);
  }

  /** An unknown login takes as long as a wrong password, so that timing does not disclose logins. */
  async byPassword(login: string, password: string): Promise<User | undefined> {
    const user = USERS.find(({ name }) => name === login);
    const isRight = await isPassword(password, await this.#password);
    return isRight ? user : undefined;
  }

  /** Accepts `demo-ada` for the commands of docs/getting-started.md. Not in production: they can be guessed. */
  byDemoToken(token: string): User | undefined {
    if (process.env['NODE_ENV'] === 'production') return undefined;
    return USERS.find(({ name }) => token === `demo-${name}`);
  }
}
