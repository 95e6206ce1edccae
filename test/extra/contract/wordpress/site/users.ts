import { createHash } from 'node:crypto';
import type { RestRequest } from 'nestjs-rest-routes';
import {
  basicUser,
  hashPassword,
  type Account,
} from '../../../../house/recipes/application-passwords.js';
import { consumerUser, type ConsumerKey } from '../../../../house/recipes/woocommerce-keys.js';

const KEYS = new Map<string, ConsumerKey>([
  ['ck_shop', { secret: 'cs_shop', capabilities: ['manage_woocommerce'] }],
  ['ck_guest', { secret: 'cs_guest', capabilities: [] }],
]);

const SALT = createHash('sha256').update('editor').digest();

async function createAccounts(): Promise<ReadonlyMap<string, Account>> {
  const passwords = [await hashPassword('abcd EFGH 1234', SALT)];
  const capabilities = ['edit_posts', 'upload_files'];
  return new Map([['editor', { id: 1, login: 'editor', capabilities, passwords }]]);
}

/**
 * The owner of a consumer key, or the user of an application password.
 *
 * @param site The URL of the site, as its clients have it.
 */
export function siteUser(
  site: string,
): (request: RestRequest) => Promise<ConsumerKey | Account | undefined> {
  const consumerOf = consumerUser(KEYS, site);
  const accounts = createAccounts();
  return async (request) => consumerOf(request) ?? basicUser(await accounts)(request);
}
