/** Server-sent events, cut and written again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventError, EventSplitter, type ServerSentEvent, withData } from "../ts/runner/events.js";

/** All events of a stream that comes in chunks. */
function split(chunks: readonly Buffer[], limit = 1000): ServerSentEvent[] {
  const splitter = new EventSplitter(limit);
  return chunks.flatMap((chunk) => splitter.push(chunk));
}

const data = (text: string) => split([Buffer.from(text)]).map((event) => event.data);
const joined = (events: readonly ServerSentEvent[]) => Buffer.concat(events.map(({ raw }) => raw)).toString();

const STREAM = [
  ": hello\n\n",
  "id: 1\r\nretry: 10\r\ndata: \r\n\r\n",
  "event: message\ndata: {\"a\":\ndata: \"ü€😀\"}\nid: 2\n\n",
  "data:{\"b\":1}\r\rid\rdata\r\r",
  "\n",
  "data: last\r\n\n",
].join("");

test("RUN-50 a stream is the same events wherever its chunks end, and its bytes stay", () => {
  const whole = Buffer.from(STREAM);
  const right = [undefined, "", '{"a":\n"ü€😀"}', '{"b":1}', "", "last"];
  assert.deepEqual(split([whole]).map((event) => event.data), right);
  assert.equal(joined(split([whole])), STREAM);
  for (let first = 0; first <= whole.length; first++) {
    for (let second = first; second <= whole.length; second += 3) {
      const events = split([whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)]);
      // A LF that comes after its CR may go with the event behind it: no event changes by that.
      assert.deepEqual(events.map((event) => event.data).filter((text) => text !== undefined), right.filter((text) => text !== undefined), `${first}, ${second}`);
      assert.equal(STREAM.startsWith(joined(events)), true);
    }
  }
  assert.equal(joined(split([...whole].map((byte) => Buffer.from([byte])))), STREAM);
});

test("RUN-50 an event is passed on as soon as it is whole", () => {
  const splitter = new EventSplitter(1000);
  assert.deepEqual(splitter.push(Buffer.from("data: 1\r\n\r")).map((event) => event.data), ["1"]);
  assert.deepEqual(splitter.push(Buffer.from("\ndata: 2\n")).length, 0);
  assert.deepEqual(splitter.push(Buffer.from("\n")).map((event) => event.data), ["2"]);
  assert.deepEqual(splitter.push(Buffer.from("data: unfinished\n")).length, 0);
});

test("RUN-50 fields are read as the standard reads them", () => {
  for (const [text, right] of [
    ["data: a\n\n", ["a"]], ["data:a\n\n", ["a"]], ["data:  a\n\n", [" a"]], ["data\n\n", [""]], ["data:\ndata:\n\n", ["\n"]],
    ["\ufeffdata: a\n\n", ["a"]], ["data: \ufeffa\n\n", ["\ufeffa"]], ["event: x\n\n", [undefined]], ["\n\n", [undefined, undefined]], [":data: a\n\n", [undefined]],
    ["data: a\n", []], ["", []], ["data: a\u2028b\n\n", ["a\u2028b"]], ["data: a\u0085b\n\n", ["a\u0085b"]], ["database: a\n\n", [undefined]],
  ] as const) assert.deepEqual(data(text), right, JSON.stringify(text));
});

test("RUN-52 what a careless reader takes for data is no event that passes", () => {
  for (const text of ["Data: {}\n\n", "DATA: {}\n\n", " data: {}\n\n", "data : {}\n\n", "data\t: {}\n\n", "x\n\n\ufeffdata: {}\n\n", ...["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"].flatMap((end) => [`: x${end}data: {}\n\n`, `id: 1${end}${end}data: {}${end}${end}\n\n`, `event: a${end}data\n\n`])]) {
    assert.throws(() => data(text), EventError, JSON.stringify(text));
  }
  assert.throws(() => split([Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a])]), EventError);
});

test("RUN-50 an event beyond the limit is an error before it is whole", () => {
  assert.equal(split([Buffer.from(`data: ${"x".repeat(12)}\n\n`)], 20).length, 1);
  assert.throws(() => split([Buffer.from(`data: ${"x".repeat(13)}\n\n`)], 20), EventError);
  const splitter = new EventSplitter(20);
  assert.throws(() => { for (;;) splitter.push(Buffer.from("data: x\n")); }, EventError);
  assert.equal(split([Buffer.from("data: x\n\n".repeat(1000))], 20).length, 1000);
});

test("RUN-52 other data takes the place of an event's own, and all other lines stay", () => {
  for (const [text, written, right] of [
    ["data: a\n\n", "b", "data: b\n\n"],
    [": c\r\nid: 7\r\ndata: a\r\nretry: 5\r\ndata: a2\r\nevent: message\r\n\r\n", "b", ": c\r\nid: 7\r\ndata: b\r\nretry: 5\r\nevent: message\r\n\r\n"],
    ["data:a\rid: 1\r\r", '{"x":\n1,\r\n"y":\r2}', 'data: {"x":\rdata: 1,\rdata: "y":\rdata: 2}\rid: 1\r\r'],
    ["\ufeffdata: a\n\n", "b", "data: b\n\n"],
    ["id: ü\ndata: a\n\n", "€", "id: ü\ndata: €\n\n"],
  ] as const) {
    const [event] = split([Buffer.from(text)]);
    const other = withData(event!, written);
    assert.equal(other.toString(), right);
    assert.deepEqual(split([other]).map((read) => read.data), [written.replace(/\r\n|\r/g, "\n")]);
  }
});
