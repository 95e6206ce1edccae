import { randomBytes } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';

/** What the environment decides. Every value has a default with which the shop runs on its own. */
@Injectable()
export class Settings {
  readonly namespace = process.env['NAMESPACE'] ?? 'shop';
  /** Signs the messages of the payment provider. Without one, every message is rejected. */
  readonly paymentSecret = process.env['PAYMENT_SECRET'] ?? randomBytes(32).toString('hex');
  /** `production` rejects the tokens `demo-ada`, `demo-bob` and `demo-cem`. */
  readonly hasDemoUsers = process.env['NODE_ENV'] !== 'production';
}

@Module({ providers: [Settings], exports: [Settings] })
export class SettingsModule {}
