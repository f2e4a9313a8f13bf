import Testing

@testable import EaselWaylandScanner

/// A protocol with one of everything.
let sampleXML = """
  <?xml version="1.0" encoding="UTF-8"?>
  <protocol name="sample">
    <copyright>not ours to repeat</copyright>
    <interface name="wl_thing" version="3">
      <description summary="passed over">text with <!-- a comment --> in it</description>
      <enum name="mode">
        <entry name="default" value="0" summary="x"/>
        <entry name="90" value="0x10"/>
        <entry name="newer" value="2" since="3"/>
      </enum>
      <enum name="flag" bitfield="true">
        <entry name="none" value="0"/>
        <entry name="big" value="4"/>
      </enum>
      <request name="destroy" type="destructor"/>
      <request name="make_other">
        <arg name="id" type="new_id" interface="wl_other"/>
        <arg name="mode" type="uint" enum="mode"/>
        <arg name="app_id" type="string"/>
      </request>
      <request name="use_foreign"><arg name="tool" type="object" interface="zwp_tool_v2"/></request>
      <request name="later" since="3"/>
      <event name="moved" since="2">
        <arg name="other" type="object" interface="wl_other" allow-null="true"/>
        <arg name="surface_x" type="fixed"/>
        <arg name="flags" type="int" enum="wl_thing.flag"/>
        <arg name="tool" type="object" interface="zwp_tool_v2"/>
      </event>
      <event name="sent"><arg name="fd" type="fd"/><arg name="keys" type="array"/></event>
      <event name="done" type="destructor"/>
    </interface>
    <interface name="wl_other" version="1">
      <request name="bind"><arg name="name" type="uint"/><arg name="id" type="new_id"/></request>
    </interface>
  </protocol>
  """

func sample() throws -> ProtocolModel {
  try Parser.parse(Array(sampleXML.utf8), file: "sample.xml")
}

@Suite struct ParserTests {
  @Test func `The signatures are those that libwayland reads`() throws {
    let lines = try sample().interfaces.flatMap { interface in
      (interface.requests + interface.events).map { "\(interface.name).\($0.name) \($0.signature)" }
    }
    #expect(
      lines == [
        "wl_thing.destroy ", "wl_thing.make_other nus", "wl_thing.use_foreign o", "wl_thing.later 3", "wl_thing.moved 2?ofio",
        "wl_thing.sent ha", "wl_thing.done ", "wl_other.bind usun",
      ])
  }

  @Test func `Values, bitfields, destructors and versions are read`() throws {
    let thing = try #require(try sample().interfaces.first)
    let entries = thing.enums.map { "\($0.name) \($0.isBitfield) \($0.entries.map { "\($0.name)=\($0.value)/\($0.since)" })" }
    #expect(
      entries == [
        #"mode false ["default=0/1", "90=16/1", "newer=2/3"]"#, #"flag true ["none=0/1", "big=4/1"]"#,
      ])
    #expect(thing.requests.map(\.isDestructor) == [true, false, false, false])
    #expect(thing.events.map(\.isDestructor) == [false, false, true])
  }

  @Test(arguments: [
    ("<protocol name=\"a\"><interface></protocol>", "x.xml: an element has no name"),
    ("<protocol name=\"a\">\n<b>\n</protocol>", "x.xml:3: mismatched tag"),
    ("<other/>", "x.xml: there is no <protocol>"),
    ("", "x.xml:1: no element found"),
    (
      "<protocol name=\"a\"><interface name=\"i\" version=\"0\"/></protocol>",
      "x.xml: version 0 is no version"
    ),
    (
      "<protocol name=\"a\"><interface name=\"i\" version=\"1\"><event name=\"e\"><arg name=\"b\" type=\"real\"/></event>"
        + "</interface></protocol>", "x.xml: argument b has the unknown type real"
    ),
    (
      "<protocol name=\"a\"><interface name=\"i\" version=\"1\"><enum name=\"e\"><entry name=\"b\" value=\"-1\"/></enum>"
        + "</interface></protocol>", "x.xml: entry b has the value -1, which is no number"
    ),
  ])
  func `XML that makes no sense is an error that says where`(xml: String, error: String) {
    #expect(throws: ScannerError(error)) { try Parser.parse(Array(xml.utf8), file: "x.xml") }
  }

  @Test func `A file of ours adds what an installed protocol lacks, and nothing twice`() throws {
    var model = try sample()
    let addition = """
      <protocol name="sample"><interface name="wl_thing" version="4">
        <enum name="mode"><entry name="90" value="16"/><entry name="wide" value="7" since="4"/></enum>
        <request name="later" since="3"/><event name="done"/><event name="newest" since="4"/>
      </interface></protocol>
      """
    model.extend(with: try Parser.parse(Array(addition.utf8), file: "newer.xml"))
    let thing = try #require(model.interfaces.first)
    let names = (thing.requests + thing.events).map(\.name) + thing.enums.flatMap { $0.entries.map(\.name) }
    #expect(
      names.joined(separator: " ")
        == "destroy make_other use_foreign later moved sent done newest default 90 newer wide none big")
    let old = thing.limited(to: 2)
    let rest = (old.requests + old.events).map(\.name) + old.enums.flatMap { $0.entries.map(\.name) }
    #expect(rest.joined(separator: " ") == "destroy make_other use_foreign moved sent done default 90 none big")
  }

  @Test func `The list of what is bound names files, additions and versions`() throws {
    let text = "# comment\n\nwayland wayland.xml + newer.xml\n  wl_thing 2\n  wl_other 1\nown a/b-v1.xml\n"
    let list = try BoundList(text)
    #expect(list.entries.map(\.outputName) == ["wayland.swift", "b-v1.swift"])
    #expect(list.entries.map(\.addition) == ["newer.xml", nil])
    #expect(try list.entries[0].select(from: sample()).map(\.version) == [2, 1])
  }

  @Test(arguments: [
    ("nowhere a.xml", "bound.txt:1: cannot read “nowhere a.xml”"),
    ("\n  wl_thing 1", "bound.txt:2: cannot read “  wl_thing 1”"),
    ("own a.xml\n  wl_thing x", "bound.txt:2: cannot read “  wl_thing x”"),
  ])
  func `A line of the list that makes no sense is an error with its number`(text: String, error: String) {
    #expect(throws: ScannerError(error)) { try BoundList(text) }
  }

  @Test func `A version that the XML does not have yet is refused`() throws {
    let list = try BoundList("own sample.xml\n  wl_thing 9")
    #expect(throws: ScannerError("sample.xml has wl_thing 3, bound.txt wants 9")) {
      try list.entries[0].select(from: sample())
    }
  }

  @Test func `A missing package is named as Debian names it`() throws {
    let options = try Options(["side=client", "own=protocols", "output=/nowhere", "wayland=/w"])
    #expect(try options.directory(of: .wayland) == "/w")
    let error = #expect(throws: ScannerError.self) { try options.directory(of: .waylandProtocols) }
    #expect(error?.description.contains("Debian packages pkg-config and wayland-protocols") == true)
  }
}
