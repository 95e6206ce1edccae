import { Injectable, type PipeTransform } from '@nestjs/common';

@Injectable()
export class TrimPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    return text.trim();
  }
}
