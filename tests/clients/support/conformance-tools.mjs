/** The tools that the conformance suite calls. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";
const image = { type: "image", data: png, mimeType: "image/png" };
const resource = (uri, mimeType, text) => ({ type: "resource", resource: { uri, mimeType, text } });

const results = {
  test_simple_text: "This is a simple text response for testing.",
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  test_multiple_content_types: [
    { type: "text", text: "Multiple content types test:" },
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  json_schema_2020_12_tool: "ok",
  // Scenarios look at the stream of these: nothing but the answer is sent on it.
  test_logging_tool: "nothing was logged",
  test_streaming_elicitation: "nothing was asked",
};

/** What the scenario about schemas wants to find again, word for word. */
const richSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const names = [...Object.keys(results), "test_error_handling"];

export const document = { tools: names.map((name) => ({ name, permission: "allow" })) };

export const specs = names.map((name) => ({
  name,
  description: `Does what the scenario of ${name} wants.`,
  ...(name === "json_schema_2020_12_tool" ? { inputSchema: richSchema } : {}),
}));

export function execute({ tool }) {
  if (tool === "test_error_handling") throw new Error("This tool intentionally returns an error for testing");
  return results[tool];
}
