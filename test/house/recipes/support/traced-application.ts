// Started by a test, with @opentelemetry/instrumentation-http as it is published.
import { trace } from '@opentelemetry/api';
import { PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { Meeting, serve } from './serve.js';

const meeting = new Meeting();
const tracer = trace.getTracer('notes');

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('/{id}', 'POST', new PublicAccess())
  async create(id: int, title: string): Promise<string> {
    await meeting.arrive();
    return tracer.startActiveSpan('save', { attributes: { title } }, (span) => {
      span.end();
      return title;
    });
  }
}

await serve([NotesController]);
