import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import Mailer from '../shared/mailer.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(mailer: Mailer) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'mailer', type: { kind: 'class', name: 'SmtpMailer' } }] },
  },
};

export const references = () => ({ SmtpMailer: Mailer });
