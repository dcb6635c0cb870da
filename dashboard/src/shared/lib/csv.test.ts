import { describe, expect, it } from 'vitest';
import { csvOf } from './csv';

describe('DB-01 a chart as a file', () => {
  it('keeps letters, quotes and lines', () => {
    expect(
      csvOf([
        ['اليوم', 'a,b'],
        ['2027-01-15', 'say "hi"\nthere'],
      ]),
    ).toBe('\uFEFFاليوم,"a,b"\r\n2027-01-15,"say ""hi""\nthere"\r\n');
  });
  it('never hands a spreadsheet a formula, and leaves numbers alone', () => {
    expect(csvOf([['=1+1', '+966', '@x', '-3', '-3.50', 4, '-x']])).toBe("\uFEFF'=1+1,'+966,'@x,-3,-3.50,4,'-x\r\n");
  });
});
